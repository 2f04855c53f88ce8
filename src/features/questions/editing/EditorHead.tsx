import { ChevronLeft, ChevronRight, CircleAlert, CircleCheck, CircleDot } from 'lucide-react'
import { StatusMark } from '#features/material/StatusMark.tsx'
import { counted } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Versions } from '#ui/Versions.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { ReviewNote } from '../review/ReviewNote.tsx'
import type { Faults } from './draft.ts'
import { RestoredInput } from './RestoredInput.tsx'
import type { Actions } from './use-question-actions.ts'
import type { DraftState } from './use-draft.ts'
import type { Neighbors } from './use-neighbors.ts'
import style from './EditorHead.module.css'

type EditorHeadProps = { state: DraftState; actions: Actions; faults: Faults; neighbors: Neighbors }

/** Header of the editor: the question's number, its status, and the actions on it. */
export function EditorHead({ state, actions, faults, neighbors }: EditorHeadProps) {
  const { base, isBusy, isChanged } = state
  const count = Object.values(faults).flat().length
  const reason = count > 0 ? t('Fix {problems} first.', { problems: counted(count, 'problem') }) : null
  return (
    <header className="cluster middle apart gap-2-4">
      <div className={`${style.name} cluster middle gap-1-3`}>
        <h1>{base ? t('Question {num}', { num: base.num }) : t('New question')}</h1>
        <NeighborLinks actions={actions} neighbors={neighbors} />
        {base && !isChanged && <StatusMark status={base.status} />}
        {isChanged && <span className="bold warn-text">{t('Not saved yet')}</span>}
      </div>
      <div className={`${style.actions} cluster gap-2`}>
        {base?.status === 'success' && !isChanged ? (
          <Button icon={<CircleDot aria-hidden />} busy={isBusy} onClick={() => void actions.review('warn')}>
            {t('Needs review')}
          </Button>
        ) : (
          <Button
            icon={<CircleCheck aria-hidden />}
            busy={isBusy}
            reason={reason}
            onClick={() => void actions.review('success')}
          >
            {t('Done')}
          </Button>
        )}
        <Button busy={isBusy} aria-keyshortcuts="Control+S Meta+S" onClick={() => void actions.save()}>
          {t('Save')}
        </Button>
        <Button kind="primary" busy={isBusy} onClick={() => void actions.saveAndNext()}>
          {t('Save and next')}
        </Button>
      </div>
      <SaveProblem state={state} />
      {base && <ReviewNote note={base.note} />}
    </header>
  )
}

function NeighborLinks({
  actions: { go },
  neighbors: { previous, next },
}: Pick<EditorHeadProps, 'actions' | 'neighbors'>) {
  return (
    <span className={`${style.beside} inline-row`}>
      <Button
        kind="quiet"
        icon={<ChevronLeft aria-hidden />}
        aria-label={t('Previous question')}
        aria-keyshortcuts="k"
        reason={previous ? null : t('This is the first question.')}
        onClick={() => previous && go(previous)}
      />
      <Button
        kind="quiet"
        icon={<ChevronRight aria-hidden />}
        aria-label={t('Next question')}
        aria-keyshortcuts="j"
        reason={next ? null : t('This is the last question.')}
        onClick={() => next && go(next)}
      />
    </span>
  )
}

/**
 * Messages above the form if input from an earlier visit was restored, or if saving failed. Shows both
 * versions if a colleague saved first.
 */
function SaveProblem({ state }: Pick<EditorHeadProps, 'state'>) {
  const { error, differences } = state
  return (
    <>
      <RestoredInput state={state} />
      {error && (
        <div className={`${style.trouble} pad-3 surface rounded`}>
          <p role="alert">
            <CircleAlert aria-hidden /> {sentenceFor(error)}
          </p>
          <Versions differences={differences} />
        </div>
      )}
    </>
  )
}
