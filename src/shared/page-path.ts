/**
 * Matches a path against the path of a page, such as `/centers/$centerId`. Returns the value of each
 * parameter exactly as written in the path, or null if the path doesn't match.
 */
export function namesInPath(page: string, path: string): Record<string, string> | null {
  const [wanted, given] = [page, path.replace(/(?<=.)\/$/, '')].map((each) => each.split('/'))
  if (!wanted || !given || wanted.length !== given.length) return null
  const names: Record<string, string> = {}
  for (const [at, part] of wanted.entries()) {
    const found = given[at] ?? ''
    if (!part.startsWith('$')) {
      if (part !== found) return null
    } else if (found === '') return null
    else names[part.slice(1)] = found
  }
  return names
}
