import { useQuery } from '@tanstack/react-query'
import { t, translateSentence } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { read } from '#web/api.ts'
import { AwardIcon } from '../records/AwardIcon.tsx'
import { awards } from './api.ts'
import type { Suggestion } from './award-suggestions.ts'
import style from './DueAwards.module.css'

type DueAwardsProps = { centerId: string; studentId: string; onGive: (suggestion: Suggestion) => void }

/**
 * Awards that the rules suggest for a student. Shows no error if loading fails, because the page is complete
 * without them.
 */
export function DueAwards({ centerId, studentId, onGive }: DueAwardsProps) {
  const { data = [] } = useQuery(read(awards.due, { centerId, studentId }))
  if (data.length === 0) return null
  return (
    <ul className={`${style.due} grid gap-2`} aria-label={t('Awards that are due')}>
      {data.map((due) => (
        <li key={`${due.subject} ${due.rule}`}>
          <AwardIcon award={due} />
          <p>
            <strong>
              {t(due.type)}, {t(due.subject)}
            </strong>
            <span>{translateSentence(due.reason)}.</span>
          </p>
          <Button
            onClick={() => onGive(due)}
            aria-label={t('Give {type}, {subject}', { type: t(due.type), subject: t(due.subject) })}
          >
            {t('Give')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
