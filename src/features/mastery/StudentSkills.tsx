import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { asStaff, rootOf } from '#features/practice/question-ref.ts'
import { Part } from '#features/students/Part.tsx'
import { QueryState } from '#ui/QueryState.tsx'
import { read } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { skills } from './api.ts'
import { SkillList } from './SkillList.tsx'

/** Part of a student's record with what they can do. */
export function StudentSkills({ centerId, studentId }: { centerId: string; studentId: string }) {
  const { data, error, isFetching, refetch } = useQuery(read(skills.ofStudent, { centerId, studentId }))
  const { pathname } = useLocation()
  useLive(`student:${studentId}`, ['work'], [skills.ofStudent])
  return (
    <Part title="Skills" empty={data?.skills.length === 0 && 'No completed work yet.'}>
      {!data && (
        <QueryState query={{ error, isFetching, refetch }} of="the skills" lines={3} height="2.5rem" />
      )}
      {data && data.skills.length > 0 && (
        <SkillList
          {...data}
          viewer={asStaff(studentId, rootOf(pathname))}
          answersOf={(sectionId) => read(skills.answers, { centerId, studentId, sectionId })}
        />
      )}
    </Part>
  )
}
