import { v7 as newId } from 'uuid'
import { centerRows, type CenterRow } from '#features/centers/queries.ts'
import { phoneAt } from '#features/centers/phones.ts'
import { enroll } from '#features/schedule/places/places.ts'
import { lockClass } from '#features/schedule/places/queries.ts'
import { addFamily } from '#features/students/new-students.ts'
import { putProspect } from '#features/students/prospects/queries.ts'
import { trialFormSource } from '#features/students/prospects/stages.ts'
import { record } from '#server/audit.ts'
import type { ActionCall, CallOrigin, HandlerInput } from '#server/call.ts'
import { timeAt, today } from '#server/clock.ts'
import { type Db, one } from '#server/db.ts'
import { type CenterId, enterTrialForm } from '#server/gate.ts'
import { inReadersLanguage, pageAddress, queueMail } from '#server/mail.ts'
import { countWrongLink } from '#server/rate-limits.ts'
import { newToken, sha256 } from '#server/session.ts'
import type { Settings } from '#server/settings.ts'
import { countMail } from '#server/throttle.ts'
import { endTime } from '#shared/calendar.ts'
import { clock, dayInWords } from '#shared/day-text.ts'
import { phoneInWords } from '#shared/entries.ts'
import { conflict, notFound, Problem } from '#shared/problem.ts'
import { t } from '#shared/language.ts'
import type { TrialSeatKey, TrialRequest, trials, TrialSeat } from './api.ts'
import { checkTime, signTime } from './form-time.ts'
import { limitsOf } from './request-limits.ts'
import { freeSeats, putRequest, requestByLink, settleRequest } from './queries.ts'

type PublicCall = Pick<ActionCall, 'db'>

const seatGone = () =>
  conflict('seat_gone', 'Somebody else has just taken this seat. Please choose another one.')
const tokenInvalid = () =>
  new Problem(400, 'token_invalid', 'This link has already been used or has expired.')

/** Returns a center whose form is switched on, or throws 404. */
async function openCenter(db: Db, name: string) {
  const center = await enterTrialForm(db, name)
  return { center, row: one(await centerRows(db, [center]), notFound) }
}

const contactsOf = ({ id, phone, email }: CenterRow) => ({
  name: id,
  phone,
  phoneInWords: phoneInWords(phone),
  email,
})

/** Returns the free seats of a center, or only the given one if it is free. */
async function seatsAt(
  db: Db,
  center: CenterId,
  { timeZone }: CenterRow,
  seat?: TrialSeatKey,
): Promise<TrialSeat[]> {
  const found = await freeSeats(db, center, { today: today(timeZone), now: timeAt(timeZone), seat })
  return found.map(({ minutes, ...row }) => ({ ...row, endTime: endTime(row.time, minutes) }))
}

export async function trialForm({ db }: PublicCall, { name }: HandlerInput<(typeof trials)['form']>) {
  const { center, row } = await openCenter(db, name)
  const isOpen = row.archivedAt === null
  return {
    ...contactsOf(row),
    isOpen,
    subjects: row.subjects,
    seats: isOpen ? await seatsAt(db, center, row) : [],
    issued: await signTime(db, center),
  }
}

const seatWords = ({ className, on, time }: TrialSeat) => `${className}, ${dayInWords(on)}, ${clock(time)}`

/** Returns the last lines of an email: the center's name, phone and email. */
const signature = ({ id, phone, email }: CenterRow) =>
  [id, phoneInWords(phone), email].filter((line) => line !== '').join('\n')

/**
 * Emails the link that confirms a request. The email contains nothing that was typed, so nobody can use the
 * form to write to strangers.
 */
async function sendLink(
  db: Db,
  settings: Settings,
  {
    row,
    id,
    request,
    token,
    seat,
  }: { row: CenterRow; id: string; request: TrialRequest; token: string; seat?: TrialSeat },
) {
  const { email: to, language } = request.parent
  await queueMail(db, settings, {
    personId: null,
    trial: { center: row.id, id },
    to,
    purpose: 'trial_confirm',
    center: row.id,
    language,
    words: () => ({
      subject: t('Confirm your trial class at {center}', { center: row.id }),
      body: t(
        'Hello,\n\nSomeone used this address to request a trial class at {center}. If it was you, please confirm here:\n\n{link}\n\n{next} The link works once, within 3 days. If it wasn’t you, you can ignore this message. Nothing will happen, and your address will be deleted.\n\n{signature}\n',
        {
          center: row.id,
          link: pageAddress(settings, `${inReadersLanguage('/confirm-trial')}#token=${token}`),
          next: seat
            ? t('Once you confirm, this seat is yours: {seat}.', { seat: seatWords(seat) })
            : t('The center will contact you once you confirm.'),
          signature: signature(row),
        },
      ),
    }),
  })
}

/** Stores a family's request until the parent confirms it with the emailed link. */
export async function askForTrial(
  { db, from }: PublicCall & CallOrigin,
  input: HandlerInput<(typeof trials)['ask']>,
  settings: Settings,
) {
  const { name, issued, website, consent: _, ...typed } = input
  const { center, row } = await openCenter(db, name)
  if (row.archivedAt !== null) throw conflict('not_taking', `${name} isn’t taking requests right now.`)
  // Only programs fill in the hidden field. They get the usual response.
  if (website !== '') return
  await checkTime(db, center, issued)
  const phone = await phoneAt(db, center, { ...typed.parent, path: '/parent/phone' })
  const request: TrialRequest = { ...typed, parent: { ...typed.parent, phone } }
  const seat = request.seat ? one(await seatsAt(db, center, row, request.seat), seatGone) : undefined
  await countMail(db, ...limitsOf({ address: from.address, email: request.parent.email, center }))
  const [id, token] = [newId(), newToken()]
  await putRequest(db, center, { id, request, tokenHash: sha256(token) })
  await sendLink(db, settings, { row, id, request, token, seat })
}

/**
 * Returns the request that a link confirms. Throws 400 for a wrong link, and 429 after too many wrong ones
 * from the same IP address.
 */
async function openRequest(db: Db, token: string, { from, lock = false }: CallOrigin & { lock?: boolean }) {
  const [request] = await requestByLink(db, sha256(token), { lock })
  if (request) return { ...request, ...(await openCenter(db, request.centerId)) }
  countWrongLink(from.address)
  throw tokenInvalid()
}

export async function linkedRequest(
  { db, from }: PublicCall & CallOrigin,
  { token }: HandlerInput<(typeof trials)['link']>,
) {
  const { center, row, asked: request } = await openRequest(db, token, { from })
  const { child, subject, seat: wanted } = request
  const seats = await seatsAt(db, center, row)
  const seat = seats.find(({ classId, on }) => classId === wanted?.classId && on === wanted.on) ?? null
  return {
    ...contactsOf(row),
    firstName: child.firstName,
    subject,
    seat,
    isGone: wanted !== null && seat === null,
    seats,
  }
}

/** Adds the family as the front desk does. Returns the child and the parent. */
async function addProspect(db: Db, center: CenterId, { parent, child }: TrialRequest) {
  const { students } = await addFamily(
    { actor: null, db, center },
    {
      parents: [{ ...parent, relationship: 'parent', phoneType: 'mobile' }],
      children: [{ ...child, status: 'prospect' }],
      source: trialFormSource,
    },
  )
  const added = one(students, notFound)
  return { studentId: added._id, parentId: one(added.parents, notFound)._id }
}

/** Emails the family the details of the trial, or a note that the center will get in touch. */
async function sendAgreed(
  db: Db,
  settings: Settings,
  {
    row,
    parentId,
    request,
    seat,
  }: { row: CenterRow; parentId: string; request: TrialRequest; seat?: TrialSeat },
) {
  const where = [row.address, row.city, `${row.state} ${row.zip}`.trim()].filter(Boolean).join(', ')
  const child = request.child.firstName
  const agreed = () =>
    seat
      ? `${t('{child} has a trial class: {seat}.', { child, seat: seatWords(seat) })}${where && `\n\n${where}`}`
      : t('Thank you for requesting a trial class for {child}. We will get in touch with you soon.', {
          child,
        })
  await queueMail(db, settings, {
    personId: parentId,
    to: request.parent.email,
    purpose: 'trial_booked',
    center: row.id,
    language: request.parent.language,
    words: () => ({
      subject: seat
        ? t('Trial class at {center}', { center: row.id })
        : t('Your trial class request at {center}', { center: row.id }),
      body: t('Hello {parent},\n\n{agreed}\n\n{signature}\n', {
        parent: request.parent.firstName,
        agreed: agreed(),
        signature: signature(row),
      }),
    }),
  })
}

/**
 * Carries out a request confirmed with its link: adds the prospect and books the seat, or notes that a time
 * has to be found. Throws 409 `seat_gone` if the seat is no longer free.
 */
export async function confirmTrial(
  { db, from }: PublicCall & CallOrigin,
  input: HandlerInput<(typeof trials)['confirm']>,
  settings: Settings,
) {
  const { id, asked: request, center, row } = await openRequest(db, input.token, { from, lock: true })
  // Classes are locked before students, and a locked class keeps its free seats.
  if (input.seat) await lockClass(db, center, [input.seat.classId])
  const seat = input.seat ? one(await seatsAt(db, center, row, input.seat), seatGone) : undefined
  const { studentId, parentId } = await addProspect(db, center, request)
  if (seat)
    await enroll(
      { actor: null, db, center },
      { studentId, classId: seat.classId, type: 'trial', startDate: seat.on },
    )
  else
    await putProspect(db, center, {
      studentId,
      source: trialFormSource,
      lostReason: '',
      nextStep: `Find a time for a trial in ${request.subject}`,
      nextOn: today(row.timeZone),
      set: null,
    })
  await settleRequest(db, center, { id, studentId, parentId })
  await sendAgreed(db, settings, { row, parentId, request, seat })
  record(db, null, { action: 'trials.confirm', entity: studentId, center, after: { studentId, parentId } })
  return { ...contactsOf(row), firstName: request.child.firstName, seat: seat ?? null }
}
