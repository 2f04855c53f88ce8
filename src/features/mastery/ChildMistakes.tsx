import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import style from '#features/family/Family.module.css'
import { asParent, links } from '#features/practice/question-ref.ts'
import { isFree } from '#features/practice/rules.ts'
import { dateInWords } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { Content } from '#ui/Content.tsx'
import { HintSteps } from '#ui/HintSteps.tsx'
import { Sentence } from '#ui/Sentence.tsx'
import { read } from '#web/api.ts'
import { type ChildMistake, childSkills } from './api.ts'
import own from './Skills.module.css'

/**
 * Recent mistakes of a parent's child, with the right answer and how to explain it. Renders nothing if there
 * are none or if they can't be loaded, because the page is complete without them.
 */
export function ChildMistakes({ childId, name }: { childId: string; name: string }) {
  const { data } = useQuery(read(childSkills.mistakes, { studentId: childId }))
  if (!data || data.length === 0) return null
  return (
    <section className={`${style.panel} grid column gap-4 pad-5 surface ink`} aria-labelledby="mistakes">
      <h2 id="mistakes">{t('Worth another look together')}</h2>
      <ul className="stack gap-4">
        {data.map((mistake) => (
          <Mistake
            key={`${mistake.workId} ${mistake.sectionNum} ${mistake.num}`}
            childId={childId}
            name={name}
            mistake={mistake}
          />
        ))}
      </ul>
    </section>
  )
}

type MistakeProps = { childId: string; name: string; mistake: ChildMistake }

function Mistake({ childId, name, mistake }: MistakeProps) {
  const { kind, workId, work, sectionNum, num, sequenceQuesNum, on, content, answer, right, message, steps } =
    mistake
  const to = links({
    viewer: asParent(childId),
    kind,
    workId,
    section: isFree(kind) ? null : sectionNum,
    num,
  })
  return (
    <li className={`${own.row} ${own.mistake} stack gap-2`}>
      <Content nodes={content} />
      <p className="breakable">
        <Sentence
          text="{name} answered {answer}. The right answer is {right}."
          name={name}
          answer={<strong>{answer}</strong>}
          right={<strong>{right}</strong>}
        />
      </p>
      {message && <p>{message}</p>}
      {steps.length > 0 && (
        <details>
          <summary className="target bold">{t('How to explain it')}</summary>
          <HintSteps
            label={t('How to explain it')}
            steps={steps.map((step, at) => (
              <Content key={at} nodes={step} />
            ))}
            total={steps.length}
            onMore={() => {}}
          />
        </details>
      )}
      <p className="fine-print">
        <Link to={to.question} className="target inline-row middle">
          {t('{work}, question {num}', { work, num: sequenceQuesNum })}
        </Link>{' '}
        · {dateInWords(on)}
      </p>
    </li>
  )
}
