import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { fullName } from '#shared/full-name.ts'
import type { Day } from '#shared/days.ts'
import { t } from '#shared/language.ts'
import { buttonClass } from '#ui/Button.tsx'
import { read } from '#web/api.ts'
import { useKeys } from '#web/use-keys.ts'
import { attendanceHistory, type Classmate } from './api.ts'

const page = getRouteApi('/staff/centers/$centerId/attendance/{-$classId}/students/$studentId')

type NeighborsProps = { classId: string; range: { from: Day; to: Day } }

/**
 * Links to the previous and next student of the class, in order of name. The keys `k` and `j` open them too.
 */
export function Neighbors({ classId, range }: NeighborsProps) {
  const { centerId, studentId } = page.useParams()
  const navigate = page.useNavigate()
  const { data: classmates = [] } = useQuery(
    read(attendanceHistory.classmates, { centerId, classId, ...range }),
  )
  const at = classmates.findIndex(({ _id }) => _id === studentId)
  const [before, after] = at < 0 ? [] : [classmates[at - 1], classmates[at + 1]]
  const go = (to: Classmate | undefined) => {
    if (to) void navigate({ params: { centerId, classId, studentId: to._id }, search: true })
  }
  useKeys({ k: () => go(before), j: () => go(after) })
  if (at < 0 || classmates.length < 2) return null
  return (
    <nav className="row middle quiet" aria-label={t('Students in the class')}>
      <Neighbor way="before" of={before} />
      <span data-figures>{t('{num} of {count}', { num: at + 1, count: classmates.length })}</span>
      <Neighbor way="after" of={after} />
    </nav>
  )
}

/** Link to the previous or next student. Leaves a gap if there is none, so the other link doesn't move. */
function Neighbor({ way, of }: { way: 'before' | 'after'; of: Classmate | undefined }) {
  const { centerId, classId } = page.useParams()
  const Icon = way === 'before' ? ChevronLeft : ChevronRight
  if (!of) return <span className={buttonClass({ kind: 'quiet' })} />
  const name = fullName(of)
  return (
    <Link
      from="/centers/$centerId/attendance/{-$classId}/students/$studentId"
      to="."
      params={{ centerId, classId, studentId: of._id }}
      search
      className={buttonClass({ kind: 'quiet' })}
      aria-label={t(way === 'before' ? 'Previous student: {name}' : 'Next student: {name}', { name })}
      title={`${name} (${way === 'before' ? 'k' : 'j'})`}
    >
      <Icon aria-hidden />
    </Link>
  )
}
