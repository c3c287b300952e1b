/** The page: settings first, so that nothing moves when they apply; then the figures, which arrive by themselves. */
import { startContents } from './contents';
import { startSettings } from './settings';

startSettings();
startContents();
void import('./figures').then(({ startFigures }) => startFigures());
