import { CheckCheck } from 'lucide-react'
import { useEffect } from 'react'
import { Closed, Colleague, RollRows } from '#features/attendance/RollRows.tsx'
import { useRoll } from '#features/attendance/use-roll.ts'
import type { Day } from '#shared/days.ts'
import { t } from '#shared/language.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import style from './Classroom.module.css'

type ClassRollProps = { centerId: string; classId: string; on: Day }

/** Refetch interval in ms, because no event announces when the time for marking begins or ends. */
const refetchMs = 30_000

/**
 * Roll of a class on a device, one tap per student. Outside class time, it is read-only and shows the reason.
 */
export function ClassRoll({ centerId, classId, on }: ClassRollProps) {
  const { roll, error, refetch, colleague, allPresent, ...rows } = useRoll({ centerId, classId, on })
  useEffect(() => {
    const timer = setInterval(() => void refetch(), refetchMs)
    return () => clearInterval(timer)
  }, [refetch])
  if (!roll) return <QueryState query={{ error, refetch }} of={t('the roll')} lines={8} height="3.5rem" />
  const open = roll.lines.filter(({ mark: taken, onBreak }) => taken === null && !onBreak)
  return (
    <>
      <div className={`${style.head} cluster middle apart gap-3`}>
        <Colleague marking={colleague} />
        {roll.may.includes('present') && open.length > 0 && (
          <Button kind="primary" icon={<CheckCheck aria-hidden />} onClick={allPresent}>
            {t('All present ({count})', { count: open.length })}
          </Button>
        )}
      </div>
      {roll.closed && <Closed why={roll.closed} />}
      {roll.lines.length === 0 ? (
        <EmptyState title={t('No students')}>{t('This class has no students today.')}</EmptyState>
      ) : (
        <RollRows lines={roll.lines} may={roll.may} {...rows} />
      )}
    </>
  )
}
