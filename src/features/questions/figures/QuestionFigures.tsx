import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { counted, percent } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { read } from '#web/api.ts'
import { figures } from './api.ts'
import { flagWords } from './flags.ts'

/** A sentence with statistics about a question, and the problem that they suggest, if any. */
export function QuestionFigures({ id }: { id: string }) {
  const { data } = useQuery(read(figures.ofQuestion, { id }))
  if (!data?.figures) return null
  const { answers, rightFirst, hinted, flag } = data.figures
  return (
    <section className="stack gap-1" aria-label={t('How students do on this question')}>
      <p className="quiet" data-figures>
        {t('{answers}: {percent} right on the first try without help. A hint was opened for {percent2}.', {
          answers: counted(answers, 'answer'),
          percent: percent(rightFirst / answers),
          percent2: percent(hinted / answers),
        })}
      </p>
      {flag && (
        <p className="row top gap-1 warn-text">
          <TriangleAlert size={16} aria-hidden /> {t(flagWords[flag].long)}
        </p>
      )}
    </section>
  )
}
