import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { visuals } from '#features/material/visuals/api.ts'
import { AnswerFields } from '#features/questions/answering/AnswerFields.tsx'
import { isFilled } from '#features/questions/answering/rules.ts'
import type { Given } from '#features/questions/rules.ts'
import { Button } from '#ui/Button.tsx'
import { Celebration } from '#ui/Celebration.tsx'
import { Content } from '#ui/Content.tsx'
import { HintSteps } from '#ui/HintSteps.tsx'
import { fileAddress, read, useSend } from '#web/api.ts'
import { useTitle } from '#web/title.ts'
import type { Work, WorkQuestion } from './api.ts'
import { ownSections, ownWork } from './doing/api.ts'
import { CompleteDialog } from './CompleteDialog.tsx'
import style from './QuestionPage.module.css'
import { type Held, useAnswering } from './use-answering.ts'
import { useOnlyHere } from './use-only-here.ts'
import type { Place } from './use-verdicts.ts'

export type Step = Omit<Place, 'id'>
type QuestionProps = { place: Place; question: WorkQuestion; next: Step | null; homework: Work | undefined }

/** Whether what stands in the fields is the answer that was judged last; one that couldn't be read is there to be mended. */
const isJudged = ({ given: last, verdict }: WorkQuestion, now: Given | null) =>
  verdict !== null && verdict.status !== 'invalid' && (now === null || JSON.stringify(now) === JSON.stringify(last))

/** One question: what is asked, the answer, what became of it, and the way on. */
export function Question({ place, question, next, homework }: QuestionProps) {
  const { held, type, answer } = useAnswering(place, question)
  const { elsewhere, goOnHere } = useOnlyHere(place.id)
  const [typed, setTyped] = useState<Given | null>(null)
  const [completing, setCompleting] = useState(false)
  const onward = useOnward(place, next, () => setCompleting(true))
  const words = `Question ${question.sequenceQuesNum} of ${question.of}`
  useTitle(words)
  const open = question.state === 'started' && !elsewhere
  const over = question.solved || question.triesLeft === 0
  const onwardButton = useFocusOnceOver(over)
  const pending = held?.pending ?? null
  const given = typed ?? held?.draft ?? null
  const isReady = isFilled(question.shown, given)
  const check = () => {
    if (over || !open) return onward()
    if (given && isReady && !pending) void answer(given)
  }
  return (
    <article className={style.question} aria-labelledby="question">
      <h1 id="question" className="visually-hidden">
        {words}
      </h1>
      <Asked question={question} />
      {held && (
        <AnswerFields
          shown={question.shown}
          given={pending ?? given ?? question.given}
          verdict={question.verdict}
          readOnly={over || !open || pending !== null}
          judged={isJudged(question, given)}
          describedBy="asked"
          onChange={(now) => {
            setTyped(now)
            type(now)
          }}
          onEnter={check}
        />
      )}
      <div role="status">{pending ? <Waiting kept={held?.kept ?? null} /> : <Judgement question={question} />}</div>
      {question.solution && <Solution shown={question.shown} solution={question.solution} />}
      {elsewhere && <Elsewhere place={place} onHere={goOnHere} />}
      <div className={style.actions}>
        {open && !over && (
          <Button kind="primary" wide busy={pending !== null} reason={isReady ? null : 'Enter your answer first.'} onClick={check}>
            Check
          </Button>
        )}
        <Button ref={onwardButton} kind={over || !open ? 'primary' : 'quiet'} icon={<ArrowRight aria-hidden />} onClick={onward}>
          {next ? 'Next question' : 'Finish'}
        </Button>
      </div>
      {open && (!over || question.hints.length > 0) && <Hints place={place} question={question} over={over} />}
      {homework && <CompleteDialog homework={homework} open={completing} onClose={() => setCompleting(false)} />}
    </article>
  )
}

/** What is asked: read out with every field that answers it. */
function Asked({ question: { instructions, content, visual } }: Pick<QuestionProps, 'question'>) {
  return (
    <div id="asked">
      {instructions.length > 0 && (
        <div className={style.instructions}>
          <Content nodes={instructions} />
        </div>
      )}
      <Content nodes={content} />
      {visual && (
        <img
          className={style.picture}
          src={fileAddress(visuals.image, { image: visual.image })}
          width={visual.width}
          height={visual.height}
          alt={visual.alt}
        />
      )}
    </div>
  )
}

/** To the next question, or, after the last one, to completing the homework. */
function useOnward({ id }: Place, next: Step | null, finish: () => void) {
  const navigate = useNavigate()
  return () => {
    if (!next) return finish()
    void navigate({
      to: '/student/homework/$hwId/sections/$sectionNum/questions/$quesNum',
      params: { hwId: id, sectionNum: String(next.s), quesNum: String(next.n) },
    })
  }
}

/** The button on which Enter goes on, once a verdict has ended the question. */
function useFocusOnceOver(over: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const before = useRef(over)
  useEffect(() => {
    if (over && !before.current) button.current?.focus()
    before.current = over
  }, [over])
  return button
}

const tries = (left: number) => (left === 1 ? 'You have one more try.' : `You have ${left} more tries.`)

/** An answer that is on its way: nothing is said to be kept before it is. */
function Waiting({ kept }: Pick<Held, 'kept'>) {
  if (kept === 'disk') return <p className={style.waiting}>Your answer is kept here. It is checked as soon as it has arrived.</p>
  if (kept === 'window')
    return <p className={style.again}>Leave this window open: this device can’t keep your answer until it has arrived.</p>
  return null
}

/** What became of the answer, in words: right, not yet, or can't be read. */
function Judgement({ question }: { question: WorkQuestion }) {
  const { verdict, solved, solution, triesLeft } = question
  if (solved) return <Celebration word="Right!" />
  if (!verdict) return null
  if (solution) return <p className={style.given}>Here is the answer. You will get another chance at questions like this.</p>
  const invalid = verdict.status === 'invalid'
  const reason = verdict.parts.find(({ status }) => (invalid ? status === 'invalid' : status !== 'correct'))?.reason
  return (
    <p className={style.again}>
      <strong>{invalid ? 'Not counted.' : 'Not yet.'}</strong> {reason} {invalid || triesLeft === null ? '' : tries(triesLeft)}
    </p>
  )
}

/** The model answer, in the fields that it was asked for. */
const Solution = ({ shown, solution }: { shown: WorkQuestion['shown']; solution: Given }) => (
  <section className={style.solution} aria-label="The answer">
    <AnswerFields
      shown={shown}
      given={solution}
      verdict={null}
      readOnly
      judged={false}
      describedBy="asked"
      onChange={() => {}}
      onEnter={() => {}}
    />
  </section>
)

/** Another tab has opened this homework since; answers go out from one place only. */
function Elsewhere({ place, onHere }: { place: Place; onHere: () => void }) {
  const queries = useQueryClient()
  return (
    <div className={style.again}>
      <p>This homework is open in another window now. Go on there.</p>
      <Button
        onClick={() => {
          void queries.invalidateQueries({ queryKey: read(ownSections.question, place).queryKey })
          onHere()
        }}
      >
        Go on here instead
      </Button>
    </div>
  )
}

/** The steps that were asked for; once the question is over no more are, so that none counts for nothing. */
function Hints({ place, question, over }: { place: Place; question: WorkQuestion; over: boolean }) {
  const queries = useQueryClient()
  const more = useSend(ownSections.hint, {
    onSuccess: ({ hints }) => {
      queries.setQueryData<WorkQuestion>(read(ownSections.question, place).queryKey, (old) => old && { ...old, hints })
      void queries.invalidateQueries({ queryKey: [ownWork.homework.item.path] })
    },
  })
  if (question.hintSteps === 0) return null
  return (
    <HintSteps
      steps={question.hints.map(({ num, content }) => (
        <Content key={num} nodes={content} />
      ))}
      total={over ? question.hints.length : question.hintSteps}
      busy={more.isPending}
      onMore={() => more.mutate({ ...place, num: question.hints.length + 1 })}
    />
  )
}
