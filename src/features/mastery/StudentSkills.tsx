import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import { asStaff, rootOf } from '#features/practice/question-ref.ts'
import { Part } from '#features/students/Part.tsx'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { QueryState } from '#ui/QueryState.tsx'
import { read } from '#web/api.ts'
import { later } from '#web/later.tsx'
import { useLive } from '#web/live.ts'
import { skills } from './api.ts'
import { SkillList } from './SkillList.tsx'

const NextHomework = later(() => import('./NextHomework.tsx').then((part) => part.NextHomework))

/** Section of a student's record that shows their skills. */
export function StudentSkills({ centerId, studentId }: { centerId: string; studentId: string }) {
  const { data, error, isFetching, refetch } = useQuery(read(skills.ofStudent, { centerId, studentId }))
  const [isProposing, setProposing] = useState(false)
  const { pathname } = useLocation()
  useLive(`student:${studentId}`, ['work'], [skills.ofStudent])
  return (
    <Part
      title={t('Skills')}
      empty={data?.skills.length === 0 && t('No completed work yet.')}
      action={
        data && (
          <Button changes icon={<Sparkles aria-hidden />} onClick={() => setProposing(true)}>
            {t('Propose homework')}
          </Button>
        )
      }
    >
      {!data && (
        <QueryState query={{ error, isFetching, refetch }} of={t('the skills')} lines={3} height="2.5rem" />
      )}
      {data && data.skills.length > 0 && (
        <div className="pad-4">
          <SkillList
            {...data}
            viewer={asStaff(studentId, rootOf(pathname))}
            answersOf={(sectionId) => read(skills.answers, { centerId, studentId, sectionId })}
          />
        </div>
      )}
      {isProposing && (
        <NextHomework
          centerId={centerId}
          proposals={read(skills.nextOfStudent, { centerId, studentId })}
          onClose={() => setProposing(false)}
        />
      )}
    </Part>
  )
}
