/** What went wrong, in the reader's language. The core's own message, which names argument and shapes, follows in English. */
import * as v from 'valibot';
import { CoreError, type ErrorCode } from '../core';
import type { Language } from '../language';

const byCode: Record<Language, Record<ErrorCode, string>> = {
  zh: {
    empty_input: '输入是空的',
    shape_mismatch: '形状不相符',
    not_finite: '这里需要有限的数',
    out_of_range: '超出允许的范围',
    too_large: '超过大小上限',
    no_visible_key: '一条真实的查询没有任何可见的键',
    no_scored_target: '没有需要评分的目标',
    unknown_name: '没有这个名称',
    prefix_changed: '改动触及了前缀',
    disposed: '数组已经释放',
    wrong_arguments: '参数的个数不对',
  },
  en: {
    empty_input: 'The input is empty',
    shape_mismatch: 'The shapes do not match',
    not_finite: 'A finite number is needed here',
    out_of_range: 'Outside the allowed range',
    too_large: 'Above the size limit',
    no_visible_key: 'A real query has no visible key',
    no_scored_target: 'No target is scored',
    unknown_name: 'There is nothing of this name',
    prefix_changed: 'The change touches the prefix',
    disposed: 'The array has been freed',
    wrong_arguments: 'The number of arguments is wrong',
  },
};

const outside: Record<Language, string> = { zh: '超出此图的范围', en: 'Outside this figure’s limits' };

export function errorText(error: unknown, language: Language): string {
  const [open, close] = language === 'zh' ? ['（', '）'] : [' (', ')'];
  if (error instanceof CoreError) return `${byCode[language][error.code]}${open}${error.message}${close}`;
  if (error instanceof v.ValiError) return `${outside[language]}${open}${error.message}${close}`;
  throw error;
}
