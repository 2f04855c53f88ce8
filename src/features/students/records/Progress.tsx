import { useQuery } from '@tanstack/react-query'
import { Part } from '../Part.tsx'
import { pointNames } from '../score-words.ts'
import { t } from '#shared/language.ts'
import { LinePlot } from '#ui/LinePlot.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { read } from '#web/api.ts'
import { records, type PaperTest } from './api.ts'
import { progress } from './activities.ts'
import style from './Records.module.css'

type ProgressProps = { centerId: string; studentId: string; tests: readonly PaperTest[] }

/**
 * Chart of a student's scores by chapter, in the order in which the chapters were started: tests on paper and
 * online, and the latest homework. Shows a note instead until two chapters have scores.
 */
export function Progress({ tests, ...studentRef }: ProgressProps) {
  const { data } = useQuery(read(records.activities, { ...studentRef, type: 'homework' }))
  const { data: latest } = useQuery(read(records.activities, { ...studentRef, type: 'test' }))
  const homework = data?.activities.filter((each) => each.type === 'homework') ?? []
  // Leave out the timeline's paper tests, which `tests` already contains.
  const taken =
    latest?.activities
      .filter((each) => each.type === 'test')
      .filter(({ _id }) => !tests.some((paper) => paper._id === _id)) ?? []
  const points = progress({ tests: [...tests, ...taken], homework })
  return (
    <Part
      title={t('Progress')}
      empty={data && points.length < 2 && t('A chart appears here once there are scores in two chapters.')}
    >
      {!data && <Skeleton label={t('Loading the progress')} lines={3} height="2.5rem" />}
      {data && points.length > 1 && (
        <div className={`${style.inside} stack gap-3`}>
          <LinePlot
            label={t('Scores on tests (first try) and homework, by chapter')}
            head={t('Chapter')}
            points={pointNames(points)}
            lines={[
              { name: t('Tests'), values: points.map((each) => each.tests), bridged: true },
              { name: t('Homework'), values: points.map((each) => each.homework), bridged: true },
            ]}
            most={100}
            unit="%"
          />
        </div>
      )}
    </Part>
  )
}
