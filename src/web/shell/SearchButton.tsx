import { UnstyledButton } from '@mantine/core'
import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import style from './Search.module.css'
import { t } from '#shared/language.ts'

const SearchDialog = lazy(() =>
  import('./SearchDialog.tsx').then((module) => ({ default: module.SearchDialog })),
)

/**
 * Button that opens the search for a center's people, classes and pages. Ctrl K does the same, or ⌘ K on a
 * Mac.
 */
export function SearchButton({ centerId }: { centerId: string | null }) {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || event.shiftKey || event.altKey) return
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      setOpen(true)
    }
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [])
  return (
    <>
      <UnstyledButton
        className={`${style.button} inline-row middle gap-2 rounded`}
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Search size={18} aria-hidden />
        <span className={style.word}>{t('Search')}</span>
        <kbd className={style.keys}>{t('Ctrl K')}</kbd>
      </UnstyledButton>
      {open && (
        <Suspense fallback={null}>
          <SearchDialog centerId={centerId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
