import { Sparkles } from 'lucide-react'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import style from './Assigning.module.css'
import { type Item, suggestions } from './suggestions.ts'
import type { useStudentProgress } from './use-student-progress.ts'

type SuggestedWorkProps = ReturnType<typeof useStudentProgress> & {
  item: Item
  several: boolean
  onPick: (item: Item) => void
}

const same = (one: Item, other: Item) =>
  one.levelId === other.levelId &&
  one.chapterNum === other.chapterNum &&
  one.sections.join() === other.sections.join()

/**
 * Suggestions for the next work, based on the students' levels and the work they did last. Tapping a
 * suggestion selects it.
 */
export function SuggestedWork({ item, several, progress, levels, trees, onPick }: SuggestedWorkProps) {
  const next = suggestions({ kind: item.kind, progress, levels, trees })
  if (next.length === 0) return null
  return (
    <div className={`${style.suggested} cluster middle`} role="group" aria-label={t('Suggested next')}>
      <span className="quiet">
        <Sparkles aria-hidden /> {t('Next')}
      </span>
      {next.map((each) => (
        <Button
          key={each.words}
          kind="quiet"
          aria-pressed={same(each.item, item)}
          onClick={() => onPick(each.item)}
        >
          {each.words}
          {several && t(', for {students}', { students: each.students })}
        </Button>
      ))}
    </div>
  )
}
