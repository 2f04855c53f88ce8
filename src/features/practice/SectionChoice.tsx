import { Checkbox, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { material, type Chapter, type Level } from '#features/material/api.ts'
import { counted, plain } from '#shared/text.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { read } from '#web/api.ts'
import { sentenceFor } from '#web/snack.tsx'
import style from './AssignHomework.module.css'

type SectionChoiceProps = { /** Ids of sections. */ chosen: string[]; onChange: (chosen: string[]) => void }

const mostSections = 20

/** The levels as a list under the names of their courses. */
function groupsOf(levels: readonly Level[]) {
  const groups = new Map<string, { group: string; items: { value: string; label: string }[] }>()
  for (const { _id, course, courseId, name } of levels) {
    const group = groups.get(courseId) ?? { group: plain(course), items: [] }
    group.items.push({ value: _id, label: plain(name) })
    groups.set(courseId, group)
  }
  return [...groups.values()]
}

/** From level to chapter to sections. Sections without a question that is ready can't be chosen. */
export function SectionChoice({ chosen, onChange }: SectionChoiceProps) {
  const [levelId, setLevelId] = useState<string | null>(null)
  const [chapterNum, setChapterNum] = useState<string | null>(null)
  const levels = useQuery(read(material.levels, {}))
  const chapters = useQuery({ ...read(material.chapters, { levelId: levelId ?? '' }), enabled: levelId !== null })
  const chapter = chapters.data?.find(({ num }) => String(num) === chapterNum)
  const failed = levels.error ?? chapters.error
  if (failed)
    return (
      <ErrorState
        title="The learning material can’t be shown."
        message={sentenceFor(failed)}
        onRetry={() => void (levels.error ? levels : chapters).refetch()}
      />
    )
  return (
    <>
      <div className={style.pair}>
        <Select
          label="Level"
          placeholder={levels.data?.length === 0 ? 'No levels yet' : 'Choose a level'}
          data={groupsOf(levels.data ?? [])}
          value={levelId}
          onChange={(id) => {
            setLevelId(id)
            setChapterNum(null)
            onChange([])
          }}
          searchable
          // Open at once, it would take the Escape that closes the dialog.
          openOnFocus={false}
          allowDeselect={false}
          data-autofocus
        />
        <Select
          label="Chapter"
          placeholder={levelId ? 'Choose a chapter' : 'Choose a level first'}
          disabled={!levelId}
          data={(chapters.data ?? []).map(({ num, name }) => ({ value: String(num), label: `${num} ${plain(name)}` }))}
          value={chapterNum}
          onChange={(num) => {
            setChapterNum(num)
            onChange([])
          }}
          searchable
          allowDeselect={false}
        />
      </div>
      {chapter && <Sections chapter={chapter} chosen={chosen} onChange={onChange} />}
    </>
  )
}

function Sections({ chapter, chosen, onChange }: { chapter: Chapter } & SectionChoiceProps) {
  if (chapter.sections.length === 0) return <p className={style.quiet}>This chapter has no sections yet.</p>
  return (
    <Checkbox.Group label="Sections" value={chosen} onChange={(ids) => onChange(ids.slice(0, mostSections))}>
      <div className={style.sections}>
        {chapter.sections.map(({ _id, num, name, ready }) => (
          <Checkbox
            key={_id}
            value={_id}
            disabled={ready === 0}
            label={`${num} ${plain(name)}`}
            description={ready === 0 ? 'No questions are ready' : counted(ready, 'question')}
          />
        ))}
      </div>
    </Checkbox.Group>
  )
}
