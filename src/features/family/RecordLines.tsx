import { Link } from '@tanstack/react-router'
import { creditWords, reasonWords } from '#features/schedule/credits/credit-state.ts'
import { AwardIcon } from '#features/students/records/AwardIcon.tsx'
import { scoresInWords } from '#features/students/score-words.ts'
import { dateInWords, dayInWords } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import type { FamilyAward, FamilyTest } from './api.ts'
import type { FamilyCredit } from './makeups/api.ts'
import style from './RecordLines.module.css'

/** A make-up credit with its state and the missed class. */
export function CreditLine({ credit }: { credit: FamilyCredit }) {
  return (
    <div className={`${style.line} grid gap-1 breakable tabular shrinks`} data-state={credit.state}>
      <strong>{creditWords(credit)}</strong>
      <small>
        {t('For {className} on {missedOn} · {reason}', {
          className: credit.className,
          missedOn: dayInWords(credit.missedOn),
          reason: t(reasonWords[credit.reason]),
        })}
      </small>
    </div>
  )
}

/** A paper test with its scores. */
export function TestLine({ test }: { test: FamilyTest }) {
  const { date, subject, level, test: testName, name } = test
  return (
    <div className={`${style.line} grid gap-1 breakable tabular shrinks`}>
      <strong>{scoresInWords(test)}</strong>
      <span>{[testName, name].filter(Boolean).join(', ')}</span>
      <small>{`${dateInWords(date)}\u00a0· ${level || t(subject)}`}</small>
    </div>
  )
}

/** An award with its picture, linked to its certificate. */
export function AwardLine({
  award,
  childId,
}: {
  award: FamilyAward
  /** Id of the child, on a parent's page. */ childId?: string
}) {
  const words = `${t(award.type)}, ${t(award.subject)}`
  const awardId = award._id
  return (
    <div className={`${style.award} row middle gap-3`}>
      <AwardIcon award={award} />
      <div className={`${style.line} grid gap-1 breakable tabular shrinks`}>
        {childId ? (
          <Link to="/parent/students/$studentId/awards/$awardId" params={{ studentId: childId, awardId }}>
            {words}
          </Link>
        ) : (
          <Link to="/student/awards/$awardId" params={{ awardId }}>
            {words}
          </Link>
        )}
        <small>{dateInWords(award.date)}</small>
      </div>
    </div>
  )
}
