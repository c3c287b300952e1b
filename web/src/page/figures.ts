/** The figures of the page: their states come from its address and go there. */
import { register } from '../element/register';
import { figures } from '../figures/index';
import { startStates } from './states';

export function startFigures(): void {
  startStates();
  register(figures);
}
