/** The script of `worker/worker.ts` as a worker. The build decides how it comes: as a file of its own or inside the page's script. */
declare module 'maskscope-worker' {
  const TaskWorker: new () => Worker;
  export default TaskWorker;
}
