/** What the frame around every figure says. */
import type { Language } from '../language';

export interface FrameTexts {
  reset: string;
  link: string;
  linkCopied: string;
  linkNotCopied: string;
  unpin: string;
  fullValue: string;
  pointHint: string;
  loading: string;
  missing: (reason: string) => string;
  notLoaded: string;
  tryAgain: string;
  simdMissing: (oldest: Record<string, string>) => string;
  badLink: string;
  unknownFigure: (name: string, names: string) => string;
}

const listed = (versions: Record<string, string>, comma: string): string =>
  Object.entries(versions).map(([browser, version]) => `${browser} ${version}`).join(comma);

export const frameTexts: Record<Language, FrameTexts> = {
  zh: {
    reset: '恢复初始',
    link: '复制此状态的链接',
    linkCopied: '链接已复制',
    linkNotCopied: '浏览器不允许复制；链接已在地址栏中',
    unpin: '取消固定',
    fullValue: '完整数值',
    pointHint: '指向一个格子，这里会写出它的算式；点击可固定。',
    loading: '计算核心载入中……',
    missing: (reason) => `这里无法运行 WebAssembly，所以只显示静态图。（${reason}）`,
    notLoaded: '这张图没能载入，所以只显示静态图。可以重试；如果还不行，请重新载入页面。',
    tryAgain: '重试',
    simdMissing: (oldest) => `这个浏览器的 WebAssembly 缺少图所需要的 SIMD 或异常指令，所以只显示静态图。能用的浏览器：${listed(oldest, '、')}，以及更新的版本。`,
    badLink: '链接中的状态无法读取，现显示初始状态。',
    unknownFigure: (name, names) => `没有名为“${name}”的图；可用的名称：${names}。`,
  },
  en: {
    reset: 'Reset',
    link: 'Copy link to this state',
    linkCopied: 'Link copied',
    linkNotCopied: 'The browser does not allow copying; the link is in the address bar',
    unpin: 'Unpin',
    fullValue: 'Full value',
    pointHint: 'Point at a cell to see its formula here; click to pin it.',
    loading: 'Loading the numbers…',
    missing: (reason) => `WebAssembly does not run here, so only still figures are shown. (${reason})`,
    notLoaded: 'This figure could not be loaded, so only its still picture is shown. Try again; if that fails too, reload the page.',
    tryAgain: 'Try again',
    simdMissing: (oldest) => `This browser’s WebAssembly lacks SIMD or exceptions, which the figures need, so only still figures are shown. Browsers that work: ${listed(oldest, ', ')} and newer.`,
    badLink: 'The state in the link could not be read; this is the initial state.',
    unknownFigure: (name, names) => `There is no figure called “${name}”; the names are: ${names}.`,
  },
};
