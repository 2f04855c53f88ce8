import { counted } from '#shared/text.ts'
import { Mark } from '#features/schedule/rules.ts'
import { markWord } from '#features/schedule/mark-words.ts'
import { text, date, listed, changesInWords, named, inClass, more } from '#features/history/change-words.ts'
import type { Side, LoggedChange, Wording } from '#shared/wording.ts'
import { t } from '#shared/language.ts'

const markOf = ({ mark, arrivedAt }: Side) => {
  const known = Mark.safeParse(mark)
  return known.success
    ? markWord({ mark: known.data, arrivedAt: text(arrivedAt) || null }).toLowerCase()
    : t('unmarked')
}

/** Maximum number of students named in a sentence about a roll. */
const maxNamed = 3

/** Describes new and removed marks on a roll, by mark, naming up to three students. */
function taken({ many: { before, after }, names }: LoggedChange) {
  const was = new Map(before.map((each) => [each['studentId'], markOf(each)]))
  const is = new Map(after.map((each) => [each['studentId'], markOf(each)]))
  const changed = [...is].filter(([id, mark]) => was.get(id) !== mark)
  const cleared = [...was.keys()].filter((id) => !is.has(id))
  const who = (ids: readonly unknown[]) =>
    ids.length > maxNamed
      ? counted(ids.length, 'student')
      : listed(ids.map((id) => named(names, id, 'a student')))
  const marked = [...Map.groupBy(changed, ([, mark]) => mark)].map(
    ([mark, of]) => `${who(of.map(([id]) => id))} ${mark}`,
  )
  const parts = [
    ...(marked.length > 0 ? [t('marked {marked}', { marked: listed(marked) })] : []),
    ...(cleared.length > 0 ? [t('cleared the mark for {gone}', { gone: who(cleared) })] : []),
  ]
  return listed(parts) || t('took attendance again')
}

function corrected(change: LoggedChange) {
  const [was, is] = [markOf(change.before), markOf(change.after)]
  const only = ['excused', 'reason', 'pickedUpBy', 'note']
  const parts = [
    was === is ? '' : t('changed it from {was} to {is}', { was, is }),
    changesInWords(change, only),
  ].filter(Boolean)
  return t('corrected the attendance for {place} on {day}{rest}', {
    place: inClass(change),
    day: date(change.row['on']),
    rest: more(listed(parts), ': '),
  })
}

/** Wording of this feature's changes in the audit log. */
export const attendanceWording: Wording = {
  actions: {
    'attendance.take': taken,
    'attendance.change': corrected,
    'attendance.clear': (change) =>
      t('cleared the mark for {place} on {day}, which was {mark}', {
        place: inClass(change),
        day: date(change.row['on']),
        mark: markOf(change.row),
      }),
    'attendance.export': () => t('exported attendance marks'),
  },
}
