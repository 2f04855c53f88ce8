import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { counted, percent } from '#shared/text.ts'
import { read } from '#web/api.ts'
import { figures } from './api.ts'
import { flagWords } from './flags.ts'

/** Statistics about a question as a sentence, with the problem they suggest. */
export function QuestionFigures({ id }: { id: string }) {
  const { data } = useQuery(read(figures.ofQuestion, { id }))
  if (!data?.figures) return null
  const { answers, rightFirst, hinted, flag } = data.figures
  return (
    <section className="stack gap-1" aria-label="How students do">
      <p className="quiet" data-figures>
        {counted(answers, 'student')} answered: {percent(rightFirst / answers)} right on the first try without
        help, {percent(hinted / answers)} with a hint.
      </p>
      {flag && (
        <p className="row top gap-1 warn-text">
          <TriangleAlert size={16} aria-hidden /> {flagWords[flag].long}
        </p>
      )}
    </section>
  )
}
