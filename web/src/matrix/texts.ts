import type { Language } from '../language';
import type { Block } from './model';

export interface MatrixTexts {
  copy: string;
  copied: string;
  notCopied: string;
  position: (rowAxis: string, row: string, columnAxis: string, column: string) => string;
  blocked: Record<Block, string>;
  editHint: string;
  toggleHint: string;
  valueOf: (position: string) => string;
  direction: (rowAxis: string, columnAxis: string) => string;
}

export const matrixTexts: Record<Language, MatrixTexts> = {
  zh: {
    copy: '复制',
    copied: '已复制',
    notCopied: '浏览器不允许复制',
    position: (rowAxis, row, columnAxis, column) => `${rowAxis} ${row}，${columnAxis} ${column}`,
    blocked: {
      future: '屏蔽：属于未来',
      padding: '屏蔽：填充位置',
      future_and_padding: '屏蔽：既属未来又是填充',
      rule: '屏蔽：不合规则',
      by_hand: '屏蔽：由你手动屏蔽',
    },
    editHint: '按 Enter 修改',
    toggleHint: '按空格键切换',
    valueOf: (position) => `${position}的值`,
    direction: (rowAxis, columnAxis) => `行：${rowAxis}；列：${columnAxis}`,
  },
  en: {
    copy: 'Copy',
    copied: 'Copied',
    notCopied: 'The browser does not allow copying',
    position: (rowAxis, row, columnAxis, column) => `${rowAxis} ${row}, ${columnAxis} ${column}`,
    blocked: {
      future: 'blocked, it is the future',
      padding: 'blocked, it is padding',
      future_and_padding: 'blocked, it is both the future and padding',
      rule: 'blocked by the rule',
      by_hand: 'blocked by hand',
    },
    editHint: 'press Enter to edit',
    toggleHint: 'press Space to switch',
    valueOf: (position) => `Value of ${position}`,
    direction: (rowAxis, columnAxis) => `rows: ${rowAxis}; columns: ${columnAxis}`,
  },
};
