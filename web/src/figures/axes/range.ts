/** 0 … count − 1 */
export const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
