import { Link } from '@tanstack/react-router'
import { t } from '#shared/language.ts'
import { buttonClass } from '#ui/Button.tsx'
import type { Work } from './api.ts'
import { asStudent, links, numberOf, stopsOf } from './question-ref.ts'

/**
 * Next step after work has been returned: a link to the first question that wasn't right, or praise if all
 * were right.
 */
export function NextStep({ work }: { work: Work }) {
  const wrong = stopsOf(work, asStudent).filter(({ question }) => !question.solved)
  const [first] = wrong
  if (!first) return <p>{t('You got everything right. Well done!')}</p>
  return (
    <>
      <p>
        {wrong.length === 1
          ? t('Next, look at the question you missed. It shows the right answer and how to get there.')
          : t(
              'Next, look at the {count} questions you missed. Each shows the right answer and how to get there.',
              { count: wrong.length },
            )}
      </p>
      <Link to={links(first.ref).question} className={buttonClass({ kind: 'primary' })}>
        {t('Look at question {num}', { num: numberOf(first.question) })}
      </Link>
    </>
  )
}
