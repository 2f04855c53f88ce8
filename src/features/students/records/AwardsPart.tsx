import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Part } from '../Part.tsx'
import { dateInWords } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import type { Award } from './api.ts'
import { AwardIcon } from './AwardIcon.tsx'
import { DueAwards } from '../awards/DueAwards.tsx'
import type { Suggestion } from '../awards/award-suggestions.ts'
import style from './Records.module.css'
import { later } from '#web/later.tsx'

const AwardSheet = later(() => import('./AwardSheet.tsx').then((part) => part.AwardSheet))

type AwardsPartProps = { centerId: string; studentId: string; awards: readonly Award[] }

/** A student's awards, newest first. They are never taken away (product §10). */
export function AwardsPart({ centerId, studentId, awards }: AwardsPartProps) {
  const [giving, setGiving] = useState<Suggestion | 'any' | null>(null)
  return (
    <Part
      title={t('Awards')}
      empty={awards.length === 0 && t('No awards yet. Medals are for tests, trophies for levels.')}
      action={
        <Button changes kind="quiet" icon={<Plus aria-hidden />} onClick={() => setGiving('any')}>
          {t('Give award')}
        </Button>
      }
    >
      <DueAwards centerId={centerId} studentId={studentId} onGive={setGiving} />
      {awards.length > 0 && (
        <ul className={`${style.awards} grid gap-3 breakable`}>
          {awards.map((award) => (
            <li key={award._id}>
              <AwardIcon award={award} />
              <div>
                <Link
                  to="/centers/$centerId/students/$studentId/awards/$awardId"
                  params={{ centerId, studentId, awardId: award._id }}
                >
                  {t(award.type)}, {t(award.subject)}
                </Link>
                {award.note && <p>{award.note}</p>}
                <small data-figures>
                  {dateInWords(award.date)}, {award.recorder}
                </small>
              </div>
            </li>
          ))}
        </ul>
      )}
      {giving && (
        <AwardSheet
          centerId={centerId}
          studentId={studentId}
          suggestion={giving === 'any' ? null : giving}
          onClose={() => setGiving(null)}
        />
      )}
    </Part>
  )
}
