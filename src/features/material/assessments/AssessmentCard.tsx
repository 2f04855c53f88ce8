import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { t } from '#shared/language.ts'
import { counted } from '#shared/text.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { Content } from '#ui/Content.tsx'
import { Sentence } from '#ui/Sentence.tsx'
import { read, useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { material, type Chapter, type Level } from '../api.ts'
import { sectionPages } from '../LevelTree.tsx'
import { numBefore } from '../rules.ts'
import { useMaterialChange } from '../use-material-change.ts'
import { type Assessment, assessments } from './api.ts'
import style from './Assessment.module.css'

type Part = Assessment['sections'][number]

const sizes = Array.from({ length: 20 }, (_, index) => index + 1)

/**
 * A level's assessment: the questions it takes from each section of the chapter tests, and the chapters
 * without test sections.
 */
export function AssessmentCard({ level, chapters }: { level: Level; chapters: readonly Chapter[] }) {
  const { data, error, isFetching, refetch } = useQuery(read(assessments.list, { level: level._id }))
  const assessment = data?.[0]
  return (
    <section className="card" aria-labelledby="assessment">
      <header className={`${style.head} cluster middle gap-1-3 pad-2-4`}>
        <h2 id="assessment">{t('Assessment')}</h2>
        {assessment && (
          <p data-figures>
            {t('{questions} from {sections} of the chapter tests', {
              questions: counted(assessment.questions, 'question'),
              sections: counted(assessment.sections.length, 'section'),
            })}
          </p>
        )}
        <Size level={level} />
      </header>
      {assessment ? (
        <Parts levelId={level._id} assessment={assessment} chapters={chapters} />
      ) : (
        <QueryState
          query={{ error, isFetching, refetch }}
          of={t('the assessment')}
          lines={3}
          height="2.75rem"
        />
      )}
    </section>
  )
}

/** Field for the number of questions to take from each section. */
function Size({ level: { _id: id, assessmentQuestions, version } }: { level: Level }) {
  const changed = useMaterialChange()
  const { mutate, variables, isPending } = useSend(material.changeLevel, {
    onSuccess: async ({ assessmentQuestions: now }) => {
      await changed()
      toast(t('The assessment takes {questions} from each section.', { questions: counted(now, 'question') }))
    },
    onSettled: (_, error) => (error ? changed() : undefined),
  })
  return (
    <label className={`${style.size} inline-row middle gap-2 quiet`}>
      {' '}
      {t('Questions per section')}{' '}
      <select
        value={(isPending && variables.assessmentQuestions) || assessmentQuestions}
        onChange={({ target }) => mutate({ id, assessmentQuestions: Number(target.value), ifMatch: version })}
      >
        {sizes.map((size) => (
          <option key={size}>{size}</option>
        ))}
      </select>
    </label>
  )
}

type PartsProps = { levelId: string; assessment: Assessment; chapters: readonly Chapter[] }

function Parts({ levelId, assessment: { sections, perSection }, chapters }: PartsProps) {
  const untested = chapters.filter(({ test }) => !test || test.sections.length === 0)
  return (
    <>
      {untested.length > 0 && (
        <ul className={style.missing} aria-label={t('Chapters without a test')}>
          {untested.map(({ num, name }) => (
            <li key={num}>
              <CircleAlert size={16} aria-hidden />
              <span>
                <Sentence
                  text="{chapter} has no sections in its test, so the assessment skips it."
                  chapter={
                    <Link
                      to="/material-editor/$levelId/$chapterNum"
                      params={{ levelId, chapterNum: String(num) }}
                    >
                      {numBefore({ num, name })} {name}
                    </Link>
                  }
                />
              </span>
            </li>
          ))}
        </ul>
      )}
      {sections.length > 0 && (
        <ul className={style.parts} aria-label={t('Sections in the assessment')}>
          {sections.map((part) => (
            <PartRow
              key={part._id}
              levelId={levelId}
              part={part}
              perSection={perSection}
              chapters={chapters}
            />
          ))}
        </ul>
      )}
    </>
  )
}

/** Describes how many of the requested questions are available, and why there aren't more. */
function taken(done: number, of: number, ready: number) {
  if (done >= of) return t('{done} of {of}', { done, of })
  if (ready === 0) return t('{done} of {of}: none are ready', { done, of })
  return ready === 1
    ? t('{done} of {of}: only {ready} is ready', { done, of, ready })
    : t('{done} of {of}: only {ready} are ready', { done, of, ready })
}

type PartRowProps = { levelId: string; part: Part; perSection: number; chapters: readonly Chapter[] }

function PartRow({
  levelId,
  part: { chapterNum, sectionNum, name, ready, questions },
  perSection,
  chapters,
}: PartRowProps) {
  const params = { levelId, chapterNum: String(chapterNum), sectionNum: String(sectionNum) }
  const lacking = perSection - questions.length
  const chapter = chapters.find(({ num }) => num === chapterNum)
  return (
    <li>
      <div className={`${style.part} cluster apart gap-0-3`}>
        <Link to={sectionPages.test} params={params}>
          {chapterNum} {chapter?.name ?? ''} · {name}
        </Link>
        <span
          className={`${style.count} inline-row middle gap-1 success-text`}
          data-lacking={lacking > 0 || undefined}
          data-figures
        >
          {lacking > 0 ? <CircleAlert size={16} aria-hidden /> : <CircleCheck size={16} aria-hidden />}
          {taken(questions.length, perSection, ready)}
        </span>
      </div>
      {questions.length > 0 && (
        <details className={style.preview}>
          <summary>
            <Sentence
              text={
                questions.length === 1
                  ? 'Show the question{ofSection}'
                  : 'Show the {count} questions{ofSection}'
              }
              count={questions.length}
              ofSection={<span className="visually-hidden">{t(' in {name}', { name })}</span>}
            />
          </summary>
          <ol>
            {questions.map(({ _id, num, content }) => (
              <li key={_id}>
                <Link
                  to="/material-editor/$levelId/$chapterNum/test/$sectionNum/$quesId"
                  params={{ ...params, quesId: _id }}
                  aria-label={t('Question {num}', { num })}
                >
                  {num}
                </Link>
                <Content nodes={content} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  )
}
