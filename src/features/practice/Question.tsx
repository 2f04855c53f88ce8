import { useNavigate } from '@tanstack/react-router'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { type ComponentType, type RefObject, useEffect, useRef } from 'react'
import { AnswerFields } from '#features/questions/answering/AnswerFields.tsx'
import { QuestionStatement } from '#features/questions/answering/QuestionStatement.tsx'
import { leadPlace } from '#features/questions/kinds/fr/fields/FrFields.tsx'
import { contentText } from '#shared/content-text.ts'
import { t } from '#shared/language.ts'
import { hasTools } from '#features/questions/kinds/KindScreens.tsx'
import { isComplete } from '#features/questions/kinds/given.ts'
import { useLazyParts } from '#web/use-lazy-parts.ts'
import type { Given } from '#features/questions/rules.ts'
import { Button } from '#ui/Button.tsx'
import { useTitle } from '#web/title.ts'
import type { WorkQuestion } from './api.ts'
import style from './QuestionPage.module.css'
import { isFree } from './rules.ts'
import { useAnswering } from './use-answering.ts'
import { useAutoAnswer } from './use-auto-answer.ts'
import { useSingleTab } from './use-single-tab.ts'
import { outboxSubject, type FamilyViewer, numberOf, type QuestionRef } from './question-ref.ts'

type QuestionProps = {
  of: QuestionRef<FamilyViewer>
  question: WorkQuestion
  /** URLs of the previous and the next question; null if there is none. */
  previous: string | null
  next: string | null
  /** True while answers can be entered: the work is in progress and its time isn't over. */
  underWay: boolean
  /** Called when the student continues after the last question. */
  onEnd: () => void
  /**
   * Opens the next question of an adaptive assessment once it has been chosen. Null in other work, and if no
   * more questions will be asked.
   */
  coming: { isChoosing: boolean; go: () => void } | null
  /** Loads the button that calls for help. Undefined if there is nobody to call. */
  loadHand: LoadHand | undefined
}

/**
 * Returns true if the fields still contain the last answer and it has a verdict. False for an unreadable
 * answer, so that the student can correct it.
 */
const isJudged = ({ given: last, verdict }: WorkQuestion, now: Given | null) =>
  verdict !== null &&
  verdict.status !== 'invalid' &&
  (now === null || JSON.stringify(now) === JSON.stringify(last))

/**
 * Returns the contents of the fields, whether they can be changed, and the available actions. Homework has a
 * Check button; in other work, answers are submitted automatically.
 */
function useAnswer({ of, question, underWay }: QuestionProps, elsewhere: boolean) {
  const free = isFree(of.kind)
  const answering = useAnswering(of)
  const open = underWay && !elsewhere
  const { change, submitNow } = useAutoAnswer(outboxSubject(of), answering, open && free)
  const { localAnswer, type, answer } = answering
  const pending = localAnswer?.pending ?? null
  const typed = localAnswer?.typed ?? null
  const over = !free && (question.solved || question.triesLeft === 0)
  const isReady = isComplete(question.shown, typed)
  const isPending = pending !== null && !free
  const typedLast = open ? (typed ?? pending) : pending
  const local = free ? typedLast : (pending ?? typed)
  return {
    localAnswer,
    free,
    open,
    over,
    isReady,
    isPending,
    given: local ?? question.given,
    judged: isJudged(question, typed),
    readOnly: over || !open || isPending,
    onChange: free ? change : type,
    submitNow,
    check: () => typed && isReady && !pending && void answer(typed),
  }
}

/** Loads the status messages after the question, because the question is needed first. */
const loadStatus = async () => {
  const parts = [import('./AnswerStatus.tsx'), import('./whiteboard/DrawnQuestion.tsx')] as const
  const [status, drawn] = await Promise.all(parts)
  return { ...status, ...drawn }
}

/** One question: its text, the answer fields, the verdict, and the button to the next question. */
export function Question(props: QuestionProps) {
  const { of, question, previous, next, coming, underWay, loadHand } = props
  const { elsewhere, goOnHere } = useSingleTab(of.workId)
  const { localAnswer, free, open, over, isReady, isPending, submitNow, check, ...fields } = useAnswer(
    props,
    elsewhere,
  )
  const navigate = useNavigate()
  const { ready: statusParts } = useLazyParts(loadStatus)
  const onward = () => {
    submitNow()
    if (next) void navigate({ to: next })
    else if (coming) coming.go()
    else props.onEnd()
  }
  const place = question.visual ? null : leadPlace(question.shown, question.content)
  const words = t('Question {num} of {of}', { num: numberOf(question), of: question.of })
  useTitle(words)
  const onwardButton = useFocusOnceOver(over)
  const checks = open && !free && !over
  const statement = (
    <QuestionStatement question={localAnswer && place ? { ...question, content: [] } : question} />
  )
  return (
    <article
      className={style.question}
      aria-labelledby="question"
      data-free={free || undefined}
      data-keys={hasTools(question.shown) || undefined}
    >
      <h1 id="question" className="visually-hidden">
        {words}
      </h1>
      {statusParts && question.whiteboard ? (
        <statusParts.DrawnQuestion of={of} question={question}>
          {statement}
        </statusParts.DrawnQuestion>
      ) : (
        statement
      )}
      {localAnswer && (
        <AnswerFields
          shown={question.shown}
          verdict={question.verdict}
          {...fields}
          lead={place && { nodes: question.content, place }}
          questionText={contentText([...question.instructions, ...question.content])}
          describedBy={place ? 'asked sum' : 'asked'}
          onEnter={checks ? check : onward}
        />
      )}
      <div role="status" className={style.status}>
        {statusParts && (
          <statusParts.AnswerStatus
            of={of}
            question={question}
            localAnswer={localAnswer}
            sending={isPending || (free && open)}
          />
        )}
      </div>
      {statusParts && <statusParts.Remarks question={question} />}
      {statusParts && elsewhere && <statusParts.OpenElsewhere of={of} onHere={goOnHere} />}
      <Actions
        checks={checks}
        isPending={isPending}
        isReady={isReady}
        previous={previous}
        next={next}
        coming={coming}
        underWay={underWay}
        onwardButton={onwardButton}
        onCheck={check}
        onGo={(to) => void navigate({ to })}
        onOnward={onward}
      />
      {underWay && loadHand && (
        <RaiseHand load={loadHand} workId={of.workId} num={question.sequenceQuesNum} />
      )}
      {statusParts && <statusParts.Help of={of} question={question} over={over || !open} />}
    </article>
  )
}

type ActionsProps = Pick<QuestionProps, 'previous' | 'next' | 'coming' | 'underWay'> & {
  /** True while the answer can be checked. */
  checks: boolean
  isPending: boolean
  isReady: boolean
  onwardButton: RefObject<HTMLButtonElement | null>
  onCheck: () => void
  onGo: (address: string) => void
  onOnward: () => void
}

/** Buttons of a question, always in the same places: check, previous question, and next question. */
function Actions({ checks, isPending, isReady, previous, next, coming, ...more }: ActionsProps) {
  const { underWay, onwardButton, onCheck, onGo, onOnward } = more
  return (
    <div className={`${style.actions} cluster middle apart gap-2`} data-checks={checks || undefined}>
      {checks && (
        <Button
          kind="primary"
          wide
          busy={isPending}
          reason={isReady ? null : t('Enter your answer first.')}
          onClick={onCheck}
        >
          {t('Check')}
        </Button>
      )}
      {previous && (
        <Button
          kind="quiet"
          icon={<ArrowLeft aria-hidden />}
          aria-label={t('Previous question')}
          onClick={() => onGo(previous)}
        >
          <span>{t('Previous')}</span>
        </Button>
      )}
      <Button
        ref={onwardButton}
        kind={checks ? 'quiet' : 'primary'}
        icon={<ArrowRight aria-hidden />}
        busy={!next && coming?.isChoosing === true}
        onClick={onOnward}
      >
        {next || coming ? t('Next question') : underWay ? t('Finish') : t('Done')}
      </Button>
    </div>
  )
}

/** Focuses the Next button when a verdict ends the question, so that pressing Enter continues. */
function useFocusOnceOver(over: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const before = useRef(over)
  useEffect(() => {
    if (over && !before.current) button.current?.focus()
    before.current = over
  }, [over])
  return button
}

/** Loads the button that students use to call for help in the classroom. */
export type LoadHand = () => Promise<{ HandButton: ComponentType<{ workId: string; num: number }> }>

/** Button that calls a teacher in the classroom. Loads after the question, which is needed first. */
function RaiseHand({ load, ...here }: { load: LoadHand; workId: string; num: number }) {
  const { ready } = useLazyParts(load)
  return (
    <div className={`${style.hand} cluster middle gap-0-3 target`}>
      {ready && <ready.HandButton {...here} />}
    </div>
  )
}
