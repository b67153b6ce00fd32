/** Two letters of the end first: ids begin with the time, and one folder of a day would hold them all. */
export const placeOf = (memberId: string, fileId: string): string =>
  `papers/${fileId.slice(-2)}/${memberId}/${fileId}`
