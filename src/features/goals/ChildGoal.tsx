import { useQuery } from '@tanstack/react-query'
import { t } from '#shared/language.ts'
import { counted } from '#shared/text.ts'
import { read } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { childGoal } from './api.ts'
import { GoalRing } from './GoalRing.tsx'

/** This week's goal of a parent's child. Renders nothing if there is no goal. */
export function ChildGoal({ childId, name }: { childId: string; name: string }) {
  const { data } = useQuery(read(childGoal.read, { studentId: childId }))
  useLive(`student:${childId}`, ['work', 'answer'], [childGoal.read])
  if (!data || data.questions === 0) return null
  const { done, questions } = data
  return (
    <div className="row middle gap-4">
      <GoalRing done={done} questions={questions} />
      <div className="stack gap-1 shrinks">
        <p>
          {t('Weekly goal')}:{' '}
          <strong data-figures>
            {t('{done} of {questions} this week', { done, questions: counted(questions, 'question') })}
          </strong>
        </p>
        <p className="fine-print">
          {done >= questions
            ? t('Goal reached.')
            : t('Every question {name} answers counts, right or wrong.', { name })}
        </p>
      </div>
    </div>
  )
}
