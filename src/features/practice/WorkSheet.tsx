import { useQuery } from '@tanstack/react-query'
import { Check, Lightbulb } from 'lucide-react'
import { plain } from '#shared/text.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { read } from '#web/api.ts'
import { SideSheet } from '#web/shell/SideSheet.tsx'
import { sentenceFor } from '#web/snack.tsx'
import type { Work } from './api.ts'
import { givenWork } from './giving/api.ts'
import { questionWord, stateWords } from './rules.ts'
import style from './WorkSheet.module.css'

type WorkSheetProps = { studentId: string; itemId: string; name: string; onClose: () => void }

/** A student's homework beside the page, as staff see it: every question with how it went so far. */
export function WorkSheet({ studentId, itemId, name, onClose }: WorkSheetProps) {
  const { data, error, isFetching, refetch } = useQuery(read(givenWork.homework.item, { id: studentId, itemId }))
  return (
    <SideSheet title={plain(name)} onClose={onClose}>
      {data ? (
        <Item homework={data} />
      ) : error ? (
        <ErrorState title="This homework can’t be shown." message={sentenceFor(error)} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Skeleton label="Loading the homework" lines={6} height="2.25rem" />
      )}
    </SideSheet>
  )
}

function Item({ homework }: { homework: Work }) {
  const { state, answered, questions, correct, total, hint, sections } = homework
  if (state === 'assigned') return <EmptyState title={stateWords.assigned}>The questions are here as soon as the work begins.</EmptyState>
  return (
    <>
      <p className={style.facts} data-figures>
        {stateWords[state]}
        {correct !== null && ` · ${correct} of ${total} right · hints on ${hint}`}
      </p>
      <ProgressBar label="Answered" done={answered} of={questions} />
      {sections.map((section) => (
        <Section key={section.num} section={section} />
      ))}
    </>
  )
}

function Section({ section }: { section: Work['sections'][number] }) {
  return (
    <section aria-label={plain(section.name)}>
      <h3 className={style.section}>{plain(section.name)}</h3>
      <ol className={style.questions}>
        {section.questions.map((question) => (
          <li key={question.quesNum} className={style.question} data-state={questionWord(question)}>
            <span data-figures>{question.sequenceQuesNum}</span>
            {question.solved && <Check aria-hidden />}
            {questionWord(question)}
            {question.hintSteps > 0 && (
              <span className={style.hint}>
                <Lightbulb aria-hidden />
                {question.hintSteps === 1 ? '1 step' : `${question.hintSteps} steps`}
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
