/** Cuts a text of the exercises into words and the mathematics between back quotes. */
export const pieces = (text: string): { text: string; isMath: boolean }[] =>
  text.split('`').map((piece, i) => ({ text: piece, isMath: i % 2 === 1 })).filter((piece) => piece.text !== '');

/** The same text where nothing can be typeset. */
export const plain = (text: string): string => pieces(text).map((piece) => piece.text).join('');
