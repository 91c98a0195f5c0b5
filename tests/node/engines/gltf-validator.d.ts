declare module 'gltf-validator' {
  export function validateBytes(data: Uint8Array): Promise<{
    issues: {
      numErrors: number;
      numWarnings: number;
      messages: { code: string; message: string; severity: number }[];
    };
    info: { hasTextures: boolean; totalTriangleCount: number };
  }>;
}
