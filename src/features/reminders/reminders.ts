import { type AutomaticKind, automaticKinds } from '#features/family/subscriptions/kinds.ts'
import { centerRows } from '#features/centers/queries.ts'
import { record } from '#server/audit.ts'
import type { CenterCall, HandlerInput } from '#server/call.ts'
import { today } from '#server/clock.ts'
import { type Db, one } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { addDays } from '#shared/calendar.ts'
import { notFound, refused } from '#shared/problem.ts'
import { plain } from '#shared/text.ts'
import type { Reminder, reminders } from './api.ts'
import { messageWords, sampleFacts } from './message-words.ts'
import { putReminder, reminderRows, sentLately } from './queries.ts'
import { kindRules, settingsOf } from './sending-times.ts'

const off = { onSince: null, hour: null, days: null }

/** Made-up parent and child for previews. */
const sampleReader = {
  parent: 'Pilar',
  child: 'Sam',
  studentId: '00000000-0000-0000-0000-000000000000',
  canOpen: true,
}

/** Lists the kinds of messages with a center's settings, a preview, and the number sent. */
export async function reminderList(db: Db, center: CenterId): Promise<Reminder[]> {
  const { timeZone, phone, makeupBooking } = one(await centerRows(db, [center]), notFound)
  const rows = await reminderRows(db, center)
  const counts = await sentLately(db, center)
  const on = today(timeZone)
  const samples = sampleFacts(on, addDays(on, 1))
  const writer = {
    phone,
    canBook: makeupBooking !== 'office',
    today: on,
    link: () => '[Open the page]',
  }
  return automaticKinds.map((kind) => {
    const row = rows.find((each) => each.kind === kind) ?? off
    const { subject, body } = messageWords(kind, samples[kind], { reader: sampleReader, writer })
    return {
      kind,
      isOn: row.onSince !== null,
      ...settingsOf(kind, row),
      preview: { subject: plain(subject), body: plain(body) },
      sent: counts.find((each) => each.kind === kind)?.sent ?? 0,
    }
  })
}

const kindOf = (list: readonly Reminder[], kind: AutomaticKind) =>
  one(
    list.filter((each) => each.kind === kind),
    notFound,
  )

/** Throws 422 for a setting that the kind doesn't have or a value outside its range. */
function refuseSetting(kind: AutomaticKind, chosen: { hour: number | null; days: number | null }) {
  for (const name of ['hour', 'days'] as const) {
    const [value, rule] = [chosen[name], kindRules[kind][name]]
    if (value === null) continue
    if (!rule) throw refused('rule', 'This message doesn’t have this setting.', `/${name}`)
    if (value < rule.min || value > rule.max)
      throw refused('rule', `${rule.label}: choose ${rule.min} to ${rule.max}.`, `/${name}`)
  }
}

/** Switches a kind of message on or off, and sets when it is sent. */
export async function changeReminder(
  { actor, db, center }: CenterCall,
  { kind, ...chosen }: HandlerInput<(typeof reminders)['put']>,
) {
  refuseSetting(kind, chosen)
  const { isOn, hour, days } = kindOf(await reminderList(db, center), kind)
  await putReminder(db, center, { kind, ...chosen })
  const after = kindOf(await reminderList(db, center), kind)
  record(db, actor, {
    action: 'reminders.change',
    entity: center,
    center,
    before: { kind, isOn, hour, days },
    after: { kind, isOn: after.isOn, hour: after.hour, days: after.days },
  })
  return after
}
