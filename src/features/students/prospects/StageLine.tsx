import { useId, useState } from 'react'
import { students } from '../api.ts'
import { dayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { useLive } from '#web/live.ts'
import type { Prospect } from './api.ts'
import { type Action, type EnrollSheet, ProspectActionSheet } from './ProspectActionSheet.tsx'
import { MoveMenu } from './MoveMenu.tsx'
import { NextStep } from './NextStep.tsx'
import { allStages, type Stage, stageWords, trialFormSource, trialWords, usualNext } from './stages.ts'
import { useMove, type ProspectPerson } from './use-prospect-change.ts'
import style from './Prospects.module.css'

const way = allStages.filter((stage) => stage !== 'lost')

type StageLineProps = { centerId: string; whom: ProspectPerson; today: Day; EnrollSheet: EnrollSheet }

/** Stage of a prospect, its first day, the next step, and the possible actions. */
export function StageLine({ centerId, whom, today, EnrollSheet }: StageLineProps) {
  const titleId = useId()
  const [action, setAction] = useState<Action | null>(null)
  const move = useMove(centerId)
  useLive(`student:${whom.id}`, ['schedule', 'attendance'], [students.one])
  const { prospect } = whom
  const isLost = prospect.stage === 'lost'
  return (
    <section className={`${style.line} card grid middle pad-3-4`} aria-labelledby={titleId}>
      <h2 id={titleId}>{t('Prospect')}</h2>
      {!isLost && <StageSteps stage={prospect.stage} />}
      <Facts prospect={prospect} today={today} />
      <div className={`${style.actions} cluster to-end gap-2`}>
        {isLost ? (
          <Button kind="primary" onClick={() => move(whom, null)}>
            {t('Reopen')}
          </Button>
        ) : (
          <>
            <Button
              kind={prospect.stage === 'offer' || prospect.trial ? 'secondary' : 'primary'}
              changes
              onClick={() => setAction('trial')}
            >
              {t('Book a trial')}
            </Button>
            <Button
              kind={prospect.stage === 'offer' || prospect.trial ? 'primary' : 'secondary'}
              changes
              onClick={() => setAction('enroll')}
            >
              {t('Enroll')}
            </Button>
            <Button changes onClick={() => setAction('step')}>
              {t('Next step')}
            </Button>
            <MoveMenu whom={whom} onMove={(stage) => move(whom, stage)} />
            <Button changes kind="quiet" onClick={() => setAction('lost')}>
              {t('Lost…')}
            </Button>
          </>
        )}
      </div>
      {action && (
        <ProspectActionSheet
          centerId={centerId}
          whom={whom}
          action={action}
          EnrollSheet={EnrollSheet}
          onClose={() => setAction(null)}
        />
      )}
    </section>
  )
}

function StageSteps({ stage }: { stage: Stage }) {
  const at = way.findIndex((each) => each === stage)
  return (
    <ol className={`${style.way} cluster to-end gap-1`}>
      {way.map((each, index) => (
        <li key={each} aria-current={index === at ? 'step' : undefined} data-past={index < at || undefined}>
          {t(stageWords[each])}
        </li>
      ))}
    </ol>
  )
}

function Facts({ prospect, today }: { prospect: Prospect; today: Day }) {
  const { stage, since, byHand, lostReason, source, trial, nextStep } = prospect
  const isAhead = trial !== null && trial.came === null && trial.on >= today
  const facts = [
    t('{stage} since {day}', {
      stage: t(stageWords[stage]),
      day: since === today ? t('today') : dayInWords(since),
    }) + (byHand && stage !== 'lost' ? t(', set manually') : ''),
    trial && trialWords(trial, today),
    source &&
      (source === trialFormSource
        ? t('From the trial form')
        : t('Heard about us from: {source}', { source: t(source) })),
  ]
  return (
    <div className="stack gap-1">
      <p>{facts.filter(Boolean).join(' · ')}</p>
      {stage === 'lost' && <p>{t('Why: {lostReason}', { lostReason: t(lostReason) })}</p>}
      {stage !== 'lost' && nextStep === '' && !isAhead && (
        <p className="quiet">{t(usualNext[stage] ?? '')}</p>
      )}
      <NextStep prospect={prospect} today={today} />
    </div>
  )
}
