import { parentPort, Worker, workerData } from 'node:worker_threads'

/**
 * Strength of a password: a score from 0 (weakest) to 4, and advice on it, which may be empty. Computed in a
 * separate thread, because scoring a long password takes tens of milliseconds and the word lists take 100 MB.
 */
export type Strength = { score: 0 | 1 | 2 | 3 | 4; feedback: string }

async function serveScores() {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  const scorer = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    translations: {
      ...english.translations,
      warnings: {
        ...english.translations.warnings,
        userInputs: 'Personal details, such as your name or email address, are easy to guess.',
      },
    },
    // Without these two limits, a long password blocks the thread for more than a second.
    l33tMaxSubstitutions: 10,
    maxLength: 64,
  })
  parentPort?.on('message', ({ id, password, known }: { id: number; password: string; known: string[] }) => {
    const { score, feedback } = scorer.check(password, known)
    parentPort?.postMessage({
      id,
      strength: { score, feedback: feedback.warning ?? feedback.suggestions[0] ?? '' },
    })
  })
}

const mine = 'strength of passwords'
if (workerData === mine) await serveScores()

let worker: Worker | null = null
let next = 0
type QueuedCheck = { done: (strength: Strength) => void; fail: (error: Error) => void }
const waiting = new Map<number, QueuedCheck>()

/** Rejects all calls that are waiting for a thread that has ended. The next call starts a new thread. */
function giveUp(reason: Error) {
  worker = null
  for (const { fail } of waiting.values()) fail(reason)
  waiting.clear()
}

function thread() {
  if (worker) return worker
  worker = new Worker(new URL(import.meta.url), { workerData: mine })
  worker.unref()
  worker.on('message', ({ id, strength }: { id: number; strength: Strength }) => {
    waiting.get(id)?.done(strength)
    waiting.delete(id)
  })
  let reason = new Error('The thread that scores passwords ended.')
  worker.on('error', (error) => (reason = error))
  worker.on('exit', () => giveUp(reason))
  return worker
}

/**
 * Words that anyone would try first at a tutoring center. A password needs enough other characters,
 * regardless of its length (docs/decisions/0007).
 */
const productWords =
  /blended|learning|tutor(ing)?|school|cent(re|er)|class(room)?|home(work)?|student|teacher|parent|operator|manager|editor|admin|practi[cs]e|progress|password/gi
const minOtherLength = 8
const tooNear: Strength = { score: 1, feedback: 'Words such as learning or student are easy to guess here.' }

/**
 * Scores a password. `known` lists words that are easy to guess for this owner, such as their name and email
 * address. Throws if the thread ends.
 */
export async function strengthOf(
  password: string,
  known: readonly (string | null)[] = [],
): Promise<Strength> {
  const id = (next += 1)
  const strength = await new Promise<Strength>((done, fail) => {
    waiting.set(id, { done, fail })
    thread().postMessage({ id, password, known: known.filter((word) => word) })
  })
  const near = strength.score > tooNear.score && password.replaceAll(productWords, '').length < minOtherLength
  return near ? tooNear : strength
}
