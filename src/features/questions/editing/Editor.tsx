import { type ComponentType, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { Question } from '../api.ts'
import { t } from '#shared/language.ts'
import type { SectionPlace } from '../listing/question-pages.ts'
import { EditorHead } from './EditorHead.tsx'
import { UnsavedChanges } from './UnsavedChanges.tsx'
import { QuestionForm } from './QuestionForm.tsx'
import { faultsAt, faultsSoFar } from './draft.ts'
import { SectionList } from './SectionList.tsx'
import { QuestionFigures } from '../figures/QuestionFigures.tsx'
import { AnswersTable } from './tests/AnswersTable.tsx'
import { ChildView } from './tests/ChildView.tsx'
import { Palette } from './writing/Palette.tsx'
import { useQuestionActions } from './use-question-actions.ts'
import { useDraft } from './use-draft.ts'
import { useNeighbors } from './use-neighbors.ts'
import { usePreview } from './use-preview.ts'
import style from './Editor.module.css'

type EditorProps = {
  place: SectionPlace
  /** Null for a new question, which is inserted after the one numbered `behind`, or at the end. */
  question: Question | null
  behind?: number | undefined
  RegradeOffer: ComponentType<{ id: string }>
  onAnother: (() => void) | null
}

/**
 * Editor of one question: the section's questions, the form, and the student's view with possible answers.
 */
export function Editor({ place, question, behind, RegradeOffer, onAnother }: EditorProps) {
  const state = useDraft({ place, question, behind })
  const { draft, set } = state
  const looked = usePreview(draft)
  const form = useRef<HTMLDivElement>(null)
  const { hasTried, onUnready } = useTrying(form)
  const neighbors = useNeighbors(place, question?._id ?? null)
  const actions = useQuestionActions({ place, state, neighbors, onAnother, onUnready })
  const [variant, setVariant] = useState(1)
  const serverFaults = looked.preview?.faults
  const faults = useMemo(
    () => faultsAt(draft, serverFaults ?? [], { isNews: !looked.isCurrent }),
    [draft, serverFaults, looked.isCurrent],
  )
  const view = { draft, looked, variant }
  return (
    <div className={`${style.editor} grid top gap-6`}>
      <SectionList place={place} current={question?._id ?? null} neighbors={neighbors} />
      <div className="stack gap-3 shrinks" ref={form}>
        <div className={`${style.top} stack gap-2`}>
          <EditorHead state={state} actions={actions} faults={faults} neighbors={neighbors} />
          <Palette form={form} />
        </div>
        {question && <RegradeOffer id={question._id} />}
        <QuestionForm
          {...view}
          id={question?._id ?? null}
          draftName={state.name}
          set={set}
          faults={hasTried || question?.status === 'error' ? faults : faultsSoFar(draft, faults)}
          hintSteps={question?.hintSteps ?? 0}
          onVariant={setVariant}
        />
      </div>
      <div className={`${style.view} stack gap-4 shrinks`}>
        <ChildView {...view} set={set} />
        <AnswersTable {...view} set={set} />
        {question && <QuestionFigures id={question._id} />}
      </div>
      <UnsavedChanges what={t('This question')} state={state} store={actions.store} />
    </div>
  )
}

/** Counts failed attempts to save. After each one, scrolls to the first problem and focuses it. */
function useTrying(form: RefObject<HTMLElement | null>) {
  const [tried, setTried] = useState(0)
  useEffect(() => {
    if (tried === 0) return
    const field = form.current?.querySelector<HTMLElement>(
      '[aria-invalid=true], [data-fault] li[data-fault] input',
    )
    const first = field ?? form.current?.querySelector<HTMLElement>('[data-fault] :is(input, textarea)')
    first?.scrollIntoView({ block: 'center' })
    first?.focus({ preventScroll: true })
  }, [tried, form])
  return { hasTried: tried > 0, onUnready: () => setTried((count) => count + 1) }
}
