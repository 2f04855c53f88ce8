import { useQuery } from '@tanstack/react-query'
import { asParent } from '#features/practice/question-ref.ts'
import style from '#features/family/Family.module.css'
import { QueryState } from '#ui/QueryState.tsx'
import { monthInWords } from '#shared/day-text.ts'
import { counted, listed } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { LinePlot } from '#ui/LinePlot.tsx'
import { read } from '#web/api.ts'
import { childSkills } from './api.ts'
import { masteredByMonth, masteredLately } from './mastered.ts'
import { SkillList } from './SkillList.tsx'

/**
 * Skills of a parent's child, with the answers behind each. Renders nothing before the first completed work.
 */
export function ChildSkills({ childId }: { childId: string }) {
  const query = useQuery(read(childSkills.list, { studentId: childId }))
  const { data, error, isFetching, refetch, dataUpdatedAt } = query
  if (data?.skills.length === 0) return null
  const mastered = data?.skills.filter(({ level }) => level === 'mastered').length ?? 0
  const lately = data ? masteredLately(data, dataUpdatedAt) : []
  const trend = data && masteredByMonth(data.skills, dataUpdatedAt)
  return (
    <section className={`${style.panel} grid column gap-4 pad-5 surface ink`} aria-labelledby="skills">
      <h2 id="skills">{t('Skills')}</h2>
      {!data && (
        <QueryState query={{ error, isFetching, refetch }} of={t('the skills')} lines={3} height="2.5rem" />
      )}
      {data && (
        <>
          <p>
            {t('{mastered} of {sections} mastered so far.', {
              mastered,
              sections: counted(data.skills.length, 'section'),
            })}
            {lately.length > 0 &&
              ' ' + t('New in the last four weeks: {lately}.', { lately: listed(lately) })}
            {data.next.length > 0 && ' ' + t('Next: {next}.', { next: listed(data.next) })}
          </p>
          {trend && (
            <LinePlot
              label={t('Sections mastered')}
              head={t('Month')}
              points={trend.map(({ month }) => monthInWords(`${month}-01`).split(' ')[0] ?? '')}
              lines={[{ name: t('Mastered'), values: trend.map(({ mastered: count }) => count) }]}
              most={Math.max(4, mastered)}
            />
          )}
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
