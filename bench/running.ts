import { spawn, type ChildProcess } from 'node:child_process'
import { resolve } from 'node:path'
import { freePort } from '#server/free-port.ts'

const running: ChildProcess[] = []

async function waitFor(address: string) {
  for (let tries = 0; tries < 1200; tries += 1) {
    if (
      await fetch(address).then(
        () => true,
        () => false,
      )
    )
      return
    await new Promise((done) => setTimeout(done, 50))
  }
  throw new Error(`${address} did not answer.`)
}

type Start = { words?: string[]; env?: Record<string, string>; answers: string }

/**
 * Starts a script on a free port. The script's path is relative to this folder. Returns the address once it
 * responds, and throws if that takes more than a minute.
 */
export async function launch(script: string, start: (port: string) => Start) {
  const port = String(await freePort())
  const { words = [], env = {}, answers } = start(port)
  running.push(
    spawn(process.execPath, [resolve(import.meta.dirname, script), ...words], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  )
  const address = `http://127.0.0.1:${port}`
  await waitFor(`${address}${answers}`)
  return address
}

/**
 * Connection URLs of a temporary database: for its owner, for requests, and for the superuser, who fills it.
 */
export type Place = { url: string; requestsUrl: string; superuserUrl: string }

/**
 * Starts the product on a database, with one worker and its clock fixed at a moment. An empty `moment` means
 * the real time.
 */
export const launchProduct = ({ url, requestsUrl }: Place, moment: string) =>
  launch('../src/server/main.mjs', (port) => ({
    env: {
      DATABASE_URL: url,
      REQUESTS_DATABASE_URL: requestsUrl,
      PORT: port,
      HOST: '127.0.0.1',
      WORKERS: '1',
      DEMO: 'off',
      TODAY: moment,
    },
    answers: '/api/users/me',
  }))

/** Stops everything that was launched. */
export async function stopAll() {
  const ending = running.splice(0)
  for (const each of ending) each.kill('SIGTERM')
  await Promise.all(
    ending.map(async (each) => each.exitCode ?? (await new Promise((done) => each.once('exit', done)))),
  )
}
