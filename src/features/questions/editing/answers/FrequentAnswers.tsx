import { useQuery } from '@tanstack/react-query'
import { isUnexplained } from '../../review/reasons.ts'
import { type AnswerKey, authorWords, type Given } from '../../rules.ts'
import { counted } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { read } from '#web/api.ts'
import { figures } from '../../figures/api.ts'
import type { PreviewState } from '../use-preview.ts'
import { mistakesIn } from './mistakes.ts'

type FrequentAnswersProps = {
  id: string
  answers: AnswerKey
  isRandom: boolean
  looked: PreviewState
  onExplain: (given: Given) => void
}

const maxListed = 8

/** Wrong answers that several students gave and that have no message yet. */
export function FrequentAnswers({
  id,
  answers,
  isRandom,
  looked: { preview },
  onExplain,
}: FrequentAnswersProps) {
  const { data } = useQuery(read(figures.ofQuestion, { id }))
  const listed = new Set(mistakesIn(answers).map(({ given }) => JSON.stringify(given)))
  const found = (data?.wrongAnswers ?? []).flatMap(({ given, variant, children }) => {
    const of = isRandom ? preview?.variants.find(({ num }) => num === variant) : undefined
    const key = isRandom ? of?.key : answers
    if (!key || listed.has(JSON.stringify(given)) || !isUnexplained(key, given)) return []
    return [{ given, children, words: authorWords(key, given), values: of?.values ?? null }]
  })
  if (found.length === 0) return null
  return (
    <section className="stack gap-2" aria-label={t('Frequent wrong answers')}>
      <h3>{t('Frequent wrong answers')}</h3>
      <ul className="card">
        {found.slice(0, maxListed).map(({ given, children, words, values }) => (
          <li key={`${values} ${JSON.stringify(given)}`} className="row middle gap-2 pad-1-3 wide">
            <span className="grow shrinks breakable">
              <strong>{words}</strong>{' '}
              <span className="quiet">
                {counted(children, 'student')}
                {values && t(' with {values}', { values })}
              </span>
            </span>
            {!isRandom && (
              <Button kind="quiet" onClick={() => onExplain(given)}>
                {t('Explain')}
                <span className="visually-hidden"> {words}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
