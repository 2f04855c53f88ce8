import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { links, type WorkViewer } from '#features/practice/question-ref.ts'
import { isFree } from '#features/practice/rules.ts'
import { counted } from '#shared/text.ts'
import { dateInWords } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { QueryState } from '#ui/QueryState.tsx'
import type { ReadQuery } from '#web/api.ts'
import type { Section, Skill, SkillAnswer } from './api.ts'
import { levelMeanings, levelWords, skillLevels } from './level-words.ts'
import { LevelWord } from './LevelWord.tsx'
import style from './Skills.module.css'

type Answers = ReadQuery<SkillAnswer[]>

type SkillListProps = {
  sections: readonly Section[]
  skills: readonly Skill[]
  viewer: WorkViewer
  /** Query for the answers behind a section's estimate. */
  answersOf: (sectionId: string) => Answers
}

/**
 * Sections in which a child has a skill, by chapter and in the order of the material. Each can be opened to
 * show the answers behind its estimate.
 */
export function SkillList({ sections, skills, viewer, answersOf }: SkillListProps) {
  const chapters = Map.groupBy(
    sections,
    ({ level, chapterNum, chapter }) => `${level} · ${chapterNum}. ${chapter}`,
  )
  return (
    <div className="stack gap-4">
      {[...chapters].map(([chapter, members]) => (
        <section key={chapter} className="stack gap-1" aria-label={chapter}>
          <h3>{chapter}</h3>
          <ul>
            {members.flatMap((section) => {
              const skill = skills.find(({ sectionId }) => sectionId === section._id)
              return skill
                ? [
                    <SkillRow
                      key={section._id}
                      {...{ section, skill, viewer }}
                      answers={answersOf(section._id)}
                    />,
                  ]
                : []
            })}
          </ul>
        </section>
      ))}
      <SkillLegend />
    </div>
  )
}

type SkillRowProps = { section: Section; skill: Skill; viewer: WorkViewer; answers: Answers }

function SkillRow({ section: { num, name, isTest }, skill, viewer, answers }: SkillRowProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <li className={`${style.row} ${style.skill}`}>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="cluster middle apart gap-1-3 target">
          <span>
            {isTest ? t('Test:') : `${num}.`} {name}
          </span>
          <LevelWord skill={skill} />
          <ChevronDown size={16} aria-hidden />
        </summary>
        {isOpen && <AnswerList answers={answers} skill={skill} viewer={viewer} />}
      </details>
    </li>
  )
}

/** Describes whether a child solved a question, on which try, and with how many hint steps. */
function answerWords({ solved, tries, hints }: SkillAnswer) {
  const hint = hints > 0 ? t(', with {hints}', { hints: counted(hints, 'hint step') }) : ''
  if (!solved) return t('Not right{hint}', { hint })
  return tries <= 1
    ? t('Right on the first try{hint}', { hint })
    : t('Right on try {tries}{hint}', { tries, hint })
}

/** Returns a chance in tenths: at least 1 and at most 9, because no answer is certain. */
const inTen = (chance: number) => Math.min(9, Math.max(1, Math.round(chance * 10)))

/** List of the answers behind an estimate, with links to the questions or, for homework, to the work. */
export function AnswerList({
  answers,
  skill,
  viewer,
}: {
  answers: Answers
  skill: Skill
  viewer: WorkViewer
}) {
  const { data, error, isFetching, refetch } = useQuery(answers)
  if (!data)
    return <QueryState query={{ error, isFetching, refetch }} of={t('the answers')} lines={3} height="2rem" />
  return (
    <div className="stack gap-2 pad-2">
      <p className="quiet">
        {t(
          'Based on {answers}. The chance of getting the next question right on the first try is {chance} in 10.',
          { answers: counted(skill.answers, 'answer'), chance: inTen(skill.chance) },
        )}
      </p>
      <ul>
        {data.map((answer) => {
          const { kind, workId, work, num, on } = answer
          const to = links({ viewer, kind, workId, section: isFree(kind) ? null : 1, num })
          return (
            <li key={`${workId} ${num}`} className="cluster middle apart gap-1-3">
              <Link to={isFree(kind) ? to.question : to.sections} className="target inline-row middle">
                {t('{work}, question {num}', { work, num })}
              </Link>
              <span className="quiet">
                {answerWords(answer)} · {dateInWords(on)}
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** Explains the words for the four skill levels. */
export const SkillLegend = () => (
  <details>
    <summary className="target quiet">{t('What these words mean')}</summary>
    <dl className="stack gap-1 pad-2">
      {skillLevels.map((level) => (
        <div key={level}>
          <dt className="bold">{t(levelWords[level])}</dt>
          <dd className="quiet">{t(levelMeanings[level])}</dd>
        </div>
      ))}
      <div>
        <dt className="bold">{t('Due for review')}</dt>
        <dd className="quiet">{t('It was mastered a while ago, so a few questions will keep it fresh.')}</dd>
      </div>
    </dl>
  </details>
)
