import { setTimeout as pause } from 'node:timers/promises'
import { v7 as newId } from 'uuid'
import { openLine } from '../load/live-sockets.ts'
import type { Attack, Outcome, Target } from './target.ts'
import { bodyOf, type Visitor, visitor } from './visitor.ts'

const sockets = 300
const joins = 30

/**
 * Returns the longest time in ms that another visitor waits for a list of students during `work`, or Infinity
 * if a request fails.
 */
async function worstWait(other: Visitor, work: Promise<unknown>) {
  const over = work.then(() => true)
  let worst = 0
  do {
    const began = performance.now()
    const { status } = await other.get('/centers/Maple Street/students')
    worst = Math.max(worst, status === 200 ? performance.now() - began : Infinity)
  } while (!(await Promise.race([over, pause(20, false)])))
  return worst
}

const waited = (ms: number) =>
  ms === Infinity ? 'another user was refused' : `others waited ${Math.round(ms)} ms at most`

/** Activates a tablet of the demo's first center and returns its cookies. */
async function activate({ signedIn, address }: Target) {
  const office = await signedIn('operator')
  const { key } = bodyOf<{ key: string }>(
    await office.post('/devices', { centerId: 'Maple Street', name: `Tablet ${newId().slice(-6)}` }),
  )
  const tablet = visitor(address)
  const { status } = await tablet.post('/auth/devices', { key })
  if (status !== 200) throw new Error(`The tablet is not activated: ${status}`)
  return tablet
}

async function socketFlood(target: Target): Promise<Outcome> {
  const [tablet, other] = [await activate(target), await target.signedIn('manager')]
  const { students } = bodyOf<{ students: { _id: string }[] }>(
    await other.get('/centers/Maple Street/students'),
  )
  const channels = Array.from({ length: joins }, (_, n) => `student:${students[n % students.length]?._id}`)
  const lines = Array.from({ length: sockets }, () =>
    openLine(target.address, { headers: tablet.headers(), channels }),
  )
  const ended = lines.map(({ socket }) => new Promise((done) => socket.on('close', done)))
  const worst = await worstWait(other, Promise.race([Promise.all(ended), pause(6000)]))
  const open = lines.filter(({ socket }) => socket.readyState === socket.OPEN).length
  for (const { socket } of lines) socket.terminate()
  // A tablet may keep up to 20 sockets open. More sockets, or a slow response to another user, count as a
  // success of the flood.
  const through = Math.max(0, open - 20) + (worst > 1000 ? 1 : 0)
  return { tried: sockets, through, figures: `${open} sockets stayed open, ${waited(worst)}` }
}

async function dryRuns({ signedIn }: Target): Promise<Outcome> {
  const [office, other] = [await signedIn('operator'), await signedIn('manager')]
  const csv = [
    'First name,Last name,Parent email',
    ...Array.from({ length: 5000 }, (_, n) => `Anna,Miller,parent${n % 7}@x.example`),
  ].join('\n')
  const body = { csv, dryRun: true }
  const running = Promise.all(
    Array.from({ length: 8 }, () => office.post('/centers/Maple Street/students/imports', body)),
  )
  const worst = await worstWait(other, running)
  const replies = await running
  const failed = replies.filter(({ status }) => status >= 500 || status === 0).length
  const statuses = [...new Set(replies.map(({ status }) => status))].join(', ')
  return {
    tried: replies.length,
    through: failed + (worst > 1000 ? 1 : 0),
    figures: `answered ${statuses}; ${waited(worst)}`,
  }
}

async function uploadBeyond({ signedIn }: Target): Promise<Outcome> {
  const editor = await signedIn('editor')
  const { _id } = bodyOf<{ _id: string }>(
    await editor.post('/bl/material-imports', { name: 'small.zip', size: 10 }),
  )
  const part = 'x'.repeat(1024 * 1024)
  let taken = 0
  for (let num = 1; num <= 20; num += 1) {
    const { status } = await editor.put(`/bl/material-imports/${_id}/parts/${num}`, part, {
      headers: { 'content-type': 'application/zip' },
    })
    if (status < 300 && status > 0) taken += 1
  }
  return { tried: 20, through: taken, figures: `${taken} MiB taken of a file announced with 10 bytes` }
}

async function logFlood({ address, product }: Target): Promise<Outcome> {
  const one = visitor(address)
  const before = product.output.bytes()
  const body = { token: 'x'.repeat(43), password: 'wrong token anyway' }
  const calls = 3000
  for (let done = 0; done < calls; done += 50)
    await Promise.all(Array.from({ length: 50 }, () => one.post('/password/reset', body)))
  await pause(500)
  const bytes = product.output.bytes() - before
  return { tried: calls, through: bytes > 100_000 ? 1 : 0, figures: `${Math.round(bytes / 1024)} KiB of log` }
}

async function manyAnswers({ signedIn }: Target): Promise<Outcome> {
  const [office, student] = [await signedIn('manager'), await signedIn('student')]
  const { _id: studentId } = bodyOf<{ _id: string }>(await student.get('/users/me'))
  const levels = bodyOf<{ _id: string }[]>(await office.get('/bl/levels'))
  const assigned = await office.post(`/students/${studentId}/assessments`, { levelId: levels.at(-1)?._id })
  const { _id: workId } = bodyOf<{ _id: string }>(assigned)
  await student.patch(`/student/assessments/${workId}`, { state: 'started' })
  let kept = 0
  for (let seq = 1; seq <= 400; seq += 1) {
    const answer = { seq, answerId: newId(), given: { kind: 'fr', parts: [String(seq)] } }
    const { status, retryAfter } = await student.post(`/student/assessments/${workId}/1`, answer)
    if (status === 200) kept += 1
    if (status === 429) await pause(1000 * Math.min(2, Number(retryAfter ?? 1)))
  }
  const seen = await office.get(`/students/${studentId}/assessments/${workId}/1`)
  const bytes = seen.text.length
  return {
    tried: 400,
    through: bytes > 60_000 ? 1 : 0,
    figures: `${kept} taken; staff read ${Math.round(bytes / 1024)} KiB`,
  }
}

export const floodAttacks: Attack[] = [
  { name: `flood: one tablet opens ${sockets} sockets with ${joins} joins each`, run: socketFlood },
  { name: 'flood: eight dry runs of 5,000 similar rows at once', run: dryRuns },
  { name: 'flood: an upload beyond its announced size', run: uploadBeyond },
  { name: 'flood: 3,000 refused anonymous calls fill the log', run: logFlood },
  { name: 'flood: 400 answers to one question of an assessment', run: manyAnswers },
]
