import { counted } from '#shared/text.ts'
import { Mark } from '#features/schedule/rules.ts'
import { markWord } from '#features/schedule/mark-words.ts'
import { text, date, listed, changesInWords, named, inClass, more } from '#features/history/change-words.ts'
import type { Side, Told, Wording } from '#shared/wording.ts'
import { t } from '#shared/language.ts'

const markOf = ({ mark, arrivedAt }: Side) => {
  const known = Mark.safeParse(mark)
  return known.success
    ? markWord({ mark: known.data, arrivedAt: text(arrivedAt) || null }).toLowerCase()
    : t('unmarked')
}

/** Maximum number of students named in a sentence about a roll. */
const mostNamed = 3

/** Describes new and removed marks on a roll, by mark, naming up to three students. */
function taken({ many: { before, after }, names }: Told) {
  const was = new Map(before.map((each) => [each['studentId'], markOf(each)]))
  const is = new Map(after.map((each) => [each['studentId'], markOf(each)]))
  const changed = [...is].filter(([id, mark]) => was.get(id) !== mark)
  const gone = [...was.keys()].filter((id) => !is.has(id))
  const who = (ids: readonly unknown[]) =>
    ids.length > mostNamed
      ? counted(ids.length, 'student')
      : listed(ids.map((id) => named(names, id, 'a student')))
  const marked = [...Map.groupBy(changed, ([, mark]) => mark)].map(
    ([mark, of]) => `${who(of.map(([id]) => id))} ${mark}`,
  )
  const parts = [
    ...(marked.length > 0 ? [t('marked {marked}', { marked: listed(marked) })] : []),
    ...(gone.length > 0 ? [t('cleared the mark for {gone}', { gone: who(gone) })] : []),
  ]
  return listed(parts) || t('took attendance again')
}

function corrected(told: Told) {
  const [was, is] = [markOf(told.before), markOf(told.after)]
  const only = ['excused', 'reason', 'pickedUpBy', 'note']
  const parts = [
    was === is ? '' : t('changed it from {was} to {is}', { was, is }),
    changesInWords(told, only),
  ].filter(Boolean)
  return t('corrected the attendance for {place} on {day}{rest}', {
    place: inClass(told),
    day: date(told.row['on']),
    rest: more(listed(parts), ': '),
  })
}

/** Wording of this feature's changes in the audit log. */
export const attendanceWording: Wording = {
  actions: {
    'attendance.take': taken,
    'attendance.change': corrected,
    'attendance.clear': (told) =>
      t('cleared the mark for {place} on {day}, which was {mark}', {
        place: inClass(told),
        day: date(told.row['on']),
        mark: markOf(told.row),
      }),
    'attendance.export': () => t('exported attendance marks'),
  },
}
