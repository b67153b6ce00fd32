/** Starts with the last two characters: ids begin with the time, so one folder would hold all files of a day. */
export const placeOf = (memberId: string, fileId: string): string =>
  `files/${fileId.slice(-2)}/${memberId}/${fileId}`
