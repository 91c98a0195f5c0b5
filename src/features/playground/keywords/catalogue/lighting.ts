/** A group is `# english|中文`, a keyword `english|中文`. */
export const lighting = `
# Illumination|照明
natural light|自然光
sunlight|阳光
direct sunlight|直射阳光
golden hour|黄金时刻
blue hour|蓝调时刻
sunrise light|日出光线
sunset light|日落光线
midday sun|正午阳光
overcast light|阴天散射光
dappled light|斑驳树影
window light|窗光
skylight|天窗光
moonlight|月光
starlight|星光
twilight|暮光
aurora light|极光
lightning flash|闪电照亮
firelight|火光
candlelight|烛光
campfire glow|篝火
torchlight|火把
lantern light|灯笼光
oil lamp light|油灯光
gaslight|煤气灯
incandescent bulb|白炽灯
fluorescent light|日光灯
halogen light|卤素灯
sodium vapor light|钠灯
mercury vapor light|汞灯
street light|路灯
neon light|霓虹灯
LED strip light|LED 灯带
black light|紫外黑光灯
headlights|车灯
flashlight beam|手电光束
searchlight|探照灯
lighthouse beam|灯塔光束
on-camera flash|机顶闪光
ring light|环形灯
softbox light|柔光箱
studio strobe|影棚闪光灯
spotlight|聚光灯
fairy lights|串灯
bioluminescent light|生物发光

# Displays|显示光源
CRT screen glow|显像管荧光
LCD screen glow|液晶屏光
OLED display|OLED 屏
plasma display|等离子屏
e-ink display|电子墨水屏
LED billboard|LED 广告屏
LED matrix|LED 点阵
nixie tubes|辉光管
vacuum fluorescent display|荧光显示屏
seven-segment display|数码管
split-flap display|翻牌显示屏
holographic display|全息显示
heads-up display|平视显示
augmented reality overlay|增强现实叠加
projector beam|投影光束
cinema screen light|银幕反光
television static|电视雪花
phone screen light|手机屏幕光
monitor backlight|显示器背光
control panel lights|控制台指示灯
arcade cabinet glow|街机荧光
vending machine light|自动售货机灯光
neon sign|霓虹招牌
light box sign|灯箱招牌
radar screen|雷达屏
oscilloscope trace|示波器波形
dashboard lights|仪表盘灯
drive-in theater screen|汽车影院银幕

# Styles|布光风格
cinematic lighting|电影感布光
dramatic lighting|戏剧性光线
chiaroscuro|明暗对照法
Rembrandt lighting|伦勃朗光
butterfly lighting|蝴蝶光
loop lighting|环形光
split lighting|分割光
broad lighting|宽光
short lighting|窄光
rim lighting|轮廓光
backlighting|逆光
side lighting|侧光
front lighting|顺光
top lighting|顶光
underlighting|脚光
hair light|发丝光
three-point lighting|三点布光
high-key lighting|高调布光
low-key lighting|低调布光
hard light|硬光
soft light|柔光
diffused light|漫射光
bounced light|反射补光
flat lighting|平光
silhouette lighting|剪影光
film noir lighting|黑色电影布光
gobo lighting|图案遮光
venetian blind shadows|百叶窗光影
moody lighting|情绪光
eerie lighting|诡异光线
romantic lighting|浪漫灯光
cozy lighting|温馨灯光
clinical lighting|冷白诊室光
cyberpunk neon lighting|赛博朋克霓虹
vaporwave lighting|蒸汽波灯光
split-tone gel lighting|双色色片布光
red and blue lighting|红蓝布光
stage lighting|舞台灯光
club lighting|夜店灯光
strobe lighting|频闪灯光
motivated lighting|有源光布光
practical lights|实景光源
God rays|耶稣光
crepuscular rays|云隙光
halo light|光环

# Global illumination|全局光照
global illumination|全局光照
ray tracing|光线追踪
path tracing|路径追踪
radiosity|辐射度光照
photon mapping|光子映射
ambient occlusion|环境光遮蔽
screen-space ambient occlusion|屏幕空间环境光遮蔽
image-based lighting|基于图像的照明
HDRI lighting|HDRI 照明
sky dome lighting|天光穹顶
ambient light|环境光
indirect light|间接光
bounce light|反弹光
color bleeding|溢色
caustics|焦散
volumetric lighting|体积光
volumetric fog|体积雾
light scattering|光散射
subsurface scattering|次表面散射
soft shadows|柔和阴影
hard shadows|硬阴影
contact shadows|接触阴影
ray-traced shadows|光追阴影
area light|面光源
point light|点光源
directional light|平行光
emissive lighting|自发光照明
baked lighting|烘焙光照
light probes|光照探针
Lumen lighting|Lumen 光照
physically based lighting|基于物理的光照
bidirectional path tracing|双向路径追踪
`;
