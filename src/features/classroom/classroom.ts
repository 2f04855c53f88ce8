import { clearPinTries, countPinTry, pinWait } from '#features/devices/queries.ts'
import { listedWork } from '#features/practice/work-list.ts'
import { workOf } from '#features/practice/queries.ts'
import { endTime } from '#shared/calendar.ts'
import { conflict, notFound, Problem, refused } from '#shared/problem.ts'
import { counted } from '#shared/text.ts'
import { record } from '#server/audit.ts'
import { today } from '#server/clock.ts'
import { type Database, one, type Db } from '#server/db.ts'
import { type Actor, type CenterId, personOf, reachable } from '#server/gate.ts'
import { withLimits, pauses } from '#server/throttle.ts'
import { publish } from '#server/live.ts'
import { passwordFits } from '#server/passwords.ts'
import type { classroom, Tile } from './api.ts'
import { answerRows, classIn, lockPlace, meeting, pinOf, putClaim, putSeen, tileRows } from './queries.ts'
import { colleagues } from '#features/devices/queries.ts'
import { withClaimedPerson } from '#features/devices/claims.ts'
import { wordsOf } from '#features/questions/rules.ts'
import { nextCursor, readCursor, type Seat, spellCursor } from './rules.ts'
import type { CenterCall, HandlerInput, ActionCall } from '#server/call.ts'

const duties: Record<Seat, 'teacher' | 'assistant'> = { teachers: 'teacher', tas: 'assistant' }

/**
 * Returns a class at a center that the caller can reach, with the center's time zone and today's date in it.
 * Doesn't check that the class meets today, because the queries do.
 */
async function todaysClass(db: Db, actor: Actor, classId: string) {
  const { centerId, timeZone: zone } = one(await classIn(db, await reachable(db, actor), classId), notFound)
  return { zone, of: { centerId, classId, on: today(zone) } }
}

type Row = Awaited<ReturnType<typeof tileRows>>[number]

function tileOf({
  name: _,
  time: _time,
  minutes: _minutes,
  studentId,
  firstName,
  lastName,
  avatar,
  level,
  mark,
  last,
  workId,
  ...on
}: Row): Tile[] {
  if (studentId === null) return []
  return [
    {
      studentId,
      firstName,
      lastName,
      avatar,
      level,
      mark,
      last: last ?? [],
      place: workId === null ? null : { workId, ...on },
    },
  ]
}

/** Maximum length of an answer in the list of answers. */
const maxAnswerLength = 120

const wrongPin = (left = '') => refused('wrong_pin', `That isn’t this center’s classroom PIN.${left}`, '/pin')

const pinBlocked = (seconds: number) =>
  new Problem(
    429,
    'pin_blocked',
    `Too many wrong PINs on this device. Wait ${counted(Math.ceil(seconds / 60), 'minute')}, or ask the office to unblock the PIN under Devices.`,
    { retryAfter: seconds },
  )

/**
 * Checks a typed PIN. Wrong PINs are counted per device, so that one device can't block another. The office
 * can lift the block.
 */
async function checkDevicePin(
  db: Database,
  device: { centerId: CenterId; id: string },
  { hash, pin }: { hash: string; pin: string },
) {
  const [{ left } = { left: null }] = await countPinTry(db.single, device)
  const blocked = async () => pinBlocked((await pinWait(db.read, device))[0]?.seconds ?? 1)
  if (left === null) throw await blocked()
  if (await passwordFits(hash, pin)) return await clearPinTries(db.single, device)
  throw left === 0 ? await blocked() : wrongPin(left === 1 ? ' 1 try left.' : ` ${left} tries left.`)
}

/** Checks a PIN typed by signed-in staff. Wrong PINs are counted per session. */
const checkPin = (db: Database, actor: Actor, { hash, pin }: { hash: string; pin: string }) =>
  withLimits(db, [pauses(`classroom pin ${actor.session}`)], async () => {
    if (!(await passwordFits(hash, pin))) throw new Problem(401, 'wrong_pin', '')
  }).catch((error: unknown) => {
    // A 401 would mean that the session has ended.
    throw error instanceof Problem && error.status === 401 ? wrongPin() : error
  })

/**
 * Returns a person who teaches or assists at this center. Throws 404 for anyone else, because only a center's
 * own staff can be chosen (reliability T31).
 */
async function colleague(db: Db, center: CenterId, { userId, seat }: { userId: string; seat: Seat }) {
  const found = await colleagues(db, center, userId)
  return one(
    found.filter(({ duty }) => duty === duties[seat]),
    notFound,
  )
}

const shown = ({ id, firstName, lastName }: { id: string; firstName: string; lastName: string }) => ({
  _id: id,
  firstName,
  lastName,
})

/**
 * Returns the teachers and assistants who can be chosen on a tablet at a center. `pin` is true if the
 * center's PIN is then required.
 */
export async function peopleOf({ db, center }: CenterCall) {
  const { hash } = one(await pinOf(db, center), notFound)
  const found = await colleagues(db, center)
  const of = (seat: Seat) => found.filter(({ duty }) => duty === duties[seat]).map(shown)
  return { pin: hash !== null, teachers: of('teachers'), tas: of('tas') }
}

/** Records who is using a tablet, after checking the classroom PIN if one is set. */
export async function beginClass(
  { actor, db, center }: CenterCall<Database>,
  input: HandlerInput<(typeof classroom)['begin']>,
) {
  const { userId, seat, pin = '' } = input
  const person = await colleague(db.read, center, { userId, seat })
  const { hash } = one(await pinOf(db.read, center), notFound)
  if (hash !== null) {
    if (actor.kind === 'devices') await checkDevicePin(db, { centerId: center, id: actor.id }, { hash, pin })
    else await checkPin(db, actor, { hash, pin })
  }
  await db.write(async (write) => {
    await putClaim(write, actor, userId)
    record(write, actor, { action: 'classroom.begin', entity: userId, center, after: { seat } })
  })
  return shown(person)
}

/** Returns the students of a class with what each is working on right now. */
export async function classTiles(
  { actor, db }: ActionCall,
  input: HandlerInput<(typeof classroom)['tiles']>,
) {
  const { zone, of } = await todaysClass(db, actor, input.classId)
  const rows = await tileRows(db, zone, of)
  const { name, time, minutes } = one(rows, notFound)
  return { ...of, name, time, endTime: endTime(time, minutes), tiles: rows.flatMap(tileOf) }
}

/** Returns one student of a class with their work. */
export async function studentInClass(
  { actor, db }: ActionCall,
  input: HandlerInput<(typeof classroom)['student']>,
) {
  const { studentId, works } = input
  const { zone, of } = await todaysClass(db, actor, input.classId)
  const tiles = (await tileRows(db, zone, of)).flatMap(tileOf)
  const tile = one(
    tiles.filter((each) => each.studentId === studentId),
    notFound,
  )
  const rows = await workOf(db, { studentId, centers: [of.centerId] }, { works })
  return { ...tile, centerId: of.centerId, ...listedWork(rows, 'staff') }
}

/** Returns a page of today's answers in a class, in order of arrival. */
export async function answersInClass(
  { actor, db }: ActionCall,
  input: HandlerInput<(typeof classroom)['answers']>,
) {
  const { after: said, limit = 200 } = input
  const { zone, of } = await todaysClass(db, actor, input.classId)
  one(await meeting(db, of), notFound)
  const after = said === undefined ? null : readCursor(said)
  const rows = await answerRows(db, { ...of, zone, after, limit })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const next = nextCursor(after, last ? { at: last.at, id: last.id } : null, Date.now())
  return {
    answers: page.map(({ id, workId, kind, name, given, ...answer }) => ({
      _id: id,
      answer: wordsOf(given).slice(0, maxAnswerLength),
      work: { _id: workId, kind, name },
      ...answer,
    })),
    next: next && spellCursor(next),
    more: rows.length > limit,
  }
}

/** Records that somebody is going to a student, which answers a raised hand. */
export async function helpStudent(
  { actor, db }: ActionCall,
  input: HandlerInput<(typeof classroom)['help']>,
) {
  const { studentId } = input
  const { of } = await todaysClass(db, actor, input.classId)
  const place = one(await lockPlace(db, { ...of, studentId }), notFound)
  const who = await withClaimedPerson(db, actor, [of.centerId], input)
  const by = personOf(who)
  if (place.workId === null) throw conflict('on_nothing', 'This student has no question open.')
  const seen = one(await putSeen(db, { centerId: of.centerId, studentId, by }), notFound)
  const after = { workId: place.workId, num: place.num, by }
  record(db, who, { action: 'classroom.help', entity: studentId, center: of.centerId, after })
  publish(db, { channel: `student:${studentId}`, topic: 'place', id: studentId })
  return { studentId, ...seen }
}
