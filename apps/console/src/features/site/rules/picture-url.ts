export const pictureUrl = (image: string): string => `data:image/webp;base64,${image}`
