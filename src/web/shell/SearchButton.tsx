import { UnstyledButton } from '@mantine/core'
import { Search } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import style from './Search.module.css'
import { t } from '#shared/language.ts'
import { later } from '../later.tsx'

const SearchDialog = later(() => import('./SearchDialog.tsx').then((module) => module.SearchDialog))

/**
 * Button that opens the search for a center's people, classes and pages. Ctrl K does the same, or ⌘ K on a
 * Mac.
 */
export function SearchButton({ centerId }: { centerId: string | null }) {
  const [open, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || event.shiftKey || event.altKey) return
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      setOpen(true)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
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
      {open && <SearchDialog centerId={centerId} onClose={close} />}
    </>
  )
}
