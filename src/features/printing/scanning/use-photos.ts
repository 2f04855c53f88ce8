import { useEffect, useRef, useState } from 'react'
import type { FoundPage, Unread } from '../reading/read-page.ts'
import { openPageReader } from '#web/page-reader.ts'

/**
 * A photograph that is being read, or what was found in it. `not_picture` is a file that can't be opened.
 * `isSaved` is true once its page has been stored.
 */
export type Photo = {
  id: number
  name: string
  found: FoundPage | Unread | 'not_picture' | null
  isSaved: boolean
}

/** Reads photographs as they are added, newest first. A new photograph of a page replaces an earlier one. */
export function usePhotos() {
  const reader = useRef<ReturnType<typeof openPageReader> | null>(null)
  const count = useRef(0)
  const [photos, setPhotos] = useState<readonly Photo[]>([])
  useEffect(
    () => () => {
      reader.current?.close()
      reader.current = null
    },
    [],
  )
  const read = async (id: number, file: File) => {
    reader.current ??= openPageReader()
    const found = await reader.current.read(file).catch(() => 'not_picture' as const)
    setPhotos((before) =>
      before
        .filter((each) => each.id === id || typeof found === 'string' || !isOf(each, found.pageId))
        .map((each) => (each.id === id ? { ...each, found } : each)),
    )
  }
  const add = (files: readonly File[]) => {
    for (const file of files) {
      const id = (count.current += 1)
      setPhotos((before) => [{ id, name: file.name, found: null, isSaved: false }, ...before])
      void read(id, file)
    }
  }
  const setSaved = (id: number) =>
    setPhotos((before) => before.map((each) => (each.id === id ? { ...each, isSaved: true } : each)))
  return { photos, add, setSaved }
}

const isOf = ({ found }: Photo, pageId: string) =>
  found !== null && typeof found !== 'string' && found.pageId === pageId
