import { useNavigate } from '@tanstack/react-router'
import { Clock, LightbulbOff, ListChecks, PencilLine } from 'lucide-react'
import { useState } from 'react'
import { dayInWords } from '#shared/day-text.ts'
import { counted } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import type { Work } from './api.ts'
import { kindWords } from './rules.ts'
import style from './StartDialog.module.css'
import { type FamilyViewer, homeLink } from './question-ref.ts'
import { useWorkChange } from './use-work-change.ts'

/**
 * Dialog that explains what to expect before a test or an assessment starts (spec §2). The time starts when
 * the dialog is confirmed.
 */
export function StartDialog({ work, viewer }: { work: Work; viewer: FamilyViewer }) {
  const { _id: workId, kind, name, minutes, questions, dueOn, adaptive } = work
  const navigate = useNavigate()
  const [failed, setFailed] = useState<string | null>(null)
  const start = useWorkChange({ viewer, kind, workId }, { onError: (error) => setFailed(sentenceFor(error)) })
  const back = () => void navigate({ to: homeLink(viewer) })
  return (
    <Dialog
      open
      title={t('Start this {kind}?', { kind: t(kindWords[kind]) })}
      onClose={back}
      actions={
        <>
          <Button onClick={back}>{t('Not now')}</Button>
          <Button kind="primary" busy={start.isPending} onClick={() => start.change('started')}>
            {t('Start')}
          </Button>
        </>
      }
    >
      <p>
        <strong>{name}</strong>
        {dueOn && t(', due {dueOn}', { dueOn: dayInWords(dueOn) })}
      </p>
      <ul className={`${style.facts} grid gap-3`}>
        <li>
          <ListChecks aria-hidden />{' '}
          {adaptive
            ? t('Up to {questions}. They get harder or easier depending on your answers.', {
                questions: counted(questions, 'question'),
              })
            : counted(questions, 'question')}
        </li>
        <li>
          <Clock aria-hidden />{' '}
          {minutes === null
            ? t('As much time as you need')
            : t('{minutes} once you start', { minutes: counted(minutes, 'minute') })}
        </li>
        <li>
          <LightbulbOff aria-hidden /> {t('No hints')}
        </li>
        <li>
          <PencilLine aria-hidden />{' '}
          {t('You can change your answers until you hand it in. They’re saved as you go.')}
        </li>
      </ul>
      {failed && <p role="alert">{failed}</p>}
    </Dialog>
  )
}
