import { useQuery } from '@tanstack/react-query'
import { asParent } from '#features/practice/question-ref.ts'
import style from '#features/family/Family.module.css'
import { QueryState } from '#ui/QueryState.tsx'
import { counted } from '#shared/text.ts'
import { read } from '#web/api.ts'
import { childSkills } from './api.ts'
import { SkillList } from './SkillList.tsx'

/** Skills of a parent's child, with the answers behind it. Shows nothing before the first completed work. */
export function ChildSkills({ childId }: { childId: string }) {
  const { data, error, isFetching, refetch } = useQuery(read(childSkills.list, { studentId: childId }))
  if (data?.skills.length === 0) return null
  const mastered = data?.skills.filter(({ level }) => level === 'mastered').length ?? 0
  return (
    <section className={`${style.panel} grid column gap-4 pad-5 surface ink`} aria-labelledby="skills">
      <h2 id="skills">Skills</h2>
      {!data && (
        <QueryState query={{ error, isFetching, refetch }} of="the skills" lines={3} height="2.5rem" />
      )}
      {data && (
        <>
          <p>
            {mastered} of {counted(data.skills.length, 'section')} mastered so far.
          </p>
          <SkillList
            {...data}
            viewer={asParent(childId)}
            answersOf={(sectionId) => read(childSkills.answers, { studentId: childId, sectionId })}
          />
        </>
      )}
    </section>
  )
}
