import { Link } from '@tanstack/react-router'
import { counted } from '#shared/text.ts'
import { buttonClass } from '#ui/Button.tsx'
import type { Work } from './api.ts'
import { asStudent, links, stopsOf } from './question-ref.ts'

/** Next step after work has been returned: a link to the first question that wasn't right. */
export function NextStep({ work }: { work: Work }) {
  const wrong = stopsOf(work, asStudent).filter(({ question }) => !question.solved)
  const [first] = wrong
  if (!first) return <p>Everything is right. Well done!</p>
  return (
    <>
      <p>
        Next, look at{' '}
        {wrong.length === 1
          ? 'the question you missed. It shows'
          : `the ${counted(wrong.length, 'question')} you missed. Each shows`}{' '}
        the right answer and how to get there.
      </p>
      <Link to={links(first.ref).question} className={buttonClass({ kind: 'primary' })}>
        Look at question {first.question.sequenceQuesNum}
      </Link>
    </>
  )
}
