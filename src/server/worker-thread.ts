import cluster from 'node:cluster'
import { createRequire } from 'node:module'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import { unavailable } from '#shared/problem.ts'

/**
 * Runs CPU-heavy work in a separate thread so that requests don't wait. Each process runs one task at a time,
 * which leaves a core free for ordinary reads.
 */

/** Number of tasks that may wait. Further ones get 503. */
const maxWaiting = 3
/** Maximum time a task may take, in ms. */
const maxMs = 20_000
/** Idle time after which the thread ends, in ms. */
const idleMs = 30_000

type WorkerTask = { module: string; name: string; words: unknown[] }
type WorkerReply = { result: unknown } | { error: string }
type QueuedTask = { task: WorkerTask; done: (result: unknown) => void; fail: (error: Error) => void }

const mine = 'work aside'
/**
 * Value of `workerData` that replaces `work aside` in a process that serves no requests, such as the one that
 * prepares the database. With it, the thread keeps its normal priority.
 */
const mineAlone = 'work alone'

function serveWork() {
  // On Linux, this sets the priority of this thread only. Elsewhere, it would apply to the whole process.
  if (process.platform === 'linux' && workerData === mine) setPriority(19)
  const load = createRequire(import.meta.url)
  parentPort?.on('message', ({ module, name, words }: WorkerTask) => {
    const answer = (reply: WorkerReply) => parentPort?.postMessage(reply)
    try {
      const found = load(fileURLToPath(module)) as Record<string, (...words: unknown[]) => unknown>
      answer({ result: found[name]?.(...words) })
    } catch (error) {
      answer({ error: (error as Error).message })
    }
  })
}
if (workerData === mine || workerData === mineAlone) serveWork()

let worker: Worker | null = null
let under: QueuedTask | null = null
const waiting: QueuedTask[] = []
let timer: NodeJS.Timeout | null = null

/** Ends the thread and its current task. Waiting tasks get a new thread. */
function stop(reason: Error) {
  void worker?.terminate()
  worker = null
  const piece = under
  under = null
  piece?.fail(reason)
  next()
}

function thread() {
  if (worker) return worker
  const made = new Worker(new URL(import.meta.url), {
    workerData: cluster.isWorker ? mine : mineAlone,
  })
  made.unref()
  made.on('message', (reply: WorkerReply) => {
    // A thread that was ended may still deliver a result. By then, `under` is the next task.
    if (worker !== made) return
    const piece = under
    under = null
    if (piece && 'error' in reply) piece.fail(new Error(reply.error))
    else if (piece && 'result' in reply) piece.done(reply.result)
    next()
  })
  const ended = (reason: Error) => worker === made && stop(reason)
  made.on('error', ended)
  made.on('exit', () => ended(new Error('The worker thread ended.')))
  worker = made
  return made
}

function next() {
  if (under) return
  if (timer) clearTimeout(timer)
  timer = null
  under = waiting.shift() ?? null
  if (under) thread().postMessage(under.task)
  if (worker) timer = setTimeout(() => stop(unavailable()), under ? maxMs : idleMs).unref()
}

/** Drops a waiting task, or ends the thread that is running it. */
function giveUp(piece: QueuedTask, reason: Error) {
  if (under === piece) return stop(reason)
  const at = waiting.indexOf(piece)
  if (at < 0) return
  waiting.splice(at, 1)
  piece.fail(reason)
}

/**
 * Calls a function that a module exports, in the thread and with copies of the arguments. Returns its result.
 * Throws 503 if too many tasks are waiting or the call takes longer than `maxMs`. If `signal` aborts the
 * call, throws the signal's reason. An error that the function throws is rethrown with its message only.
 */
export function runInWorker<T>(
  module: string,
  name: string,
  words: unknown[],
  signal?: AbortSignal,
): Promise<T> {
  return new Promise<T>((done, fail) => {
    if (signal?.aborted) return fail(signal.reason as Error)
    if (waiting.length >= maxWaiting) return fail(unavailable(2))
    const piece: QueuedTask = { task: { module, name, words }, done: done as QueuedTask['done'], fail }
    signal?.addEventListener('abort', () => giveUp(piece, signal.reason as Error), { once: true })
    waiting.push(piece)
    next()
  })
}
